// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_FORK_CONTEXT_HPP
#define WEIR_ALGORITHM_FORK_CONTEXT_HPP

#include <weir/algorithm/fork_job.hpp>
#include <weir/algorithm/fork_session.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/engine/task/runs_callables.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

template <class Pool, class G>
class forked;

}  // namespace engine

/// Where a parallel algorithm runs on one thread. Callables that take a `weir::fork_context<Pool>&`, or an `auto&`, get it from weir::invoke and the
/// loops, and pass it, in place of the pool, to the algorithms that they call themselves: those then cost a few nanoseconds instead of a post.
///
/// It belongs to the call that it is given to: it must be used on that thread only, and not after the callable has returned.
///
/// Forked jobs stay on the forking thread's stack. A thread that keeps two of them forks no more, and one is enough while forks are fast and no help has
/// been called for. About every 20 us of work the thread promotes the oldest one: other threads may take it from then on (heartbeat scheduling, after
/// Acar, Charguéraud, Guatto, Rainey and Sieczkowski, 2018, and Spice by Gustafsson).
template <class Pool>
class fork_context {
  static_assert(
      std::is_class_v<Pool> && requires { typename Pool::platform_type; },
      "weir: a parallel algorithm takes a pool, which has the workers, or the weir::fork_context that its caller was given");
  static_assert(engine::explain_runs_callables<Pool>());
  using P = typename Pool::platform_type;
  using job = engine::fork_job<Pool>;
  using session = engine::fork_session<Pool>;
  using time_point = typename P::clock::time_point;

 public:
  /// Of a caller. No other thread knows of it before the first promotion.
  explicit fork_context(Pool& pool) noexcept
      : pool_(pool), promoted_at_(P::clock::now()), looked_at_(promoted_at_), at_once_(looked_at_ - burst) {}
  /// Of a thread that runs a promoted job.
  fork_context(session& of, job& runs) noexcept
      : pool_(of.pool()),
        session_(&of),
        runs_(&runs),
        promoted_at_(P::clock::now() - (heartbeat - first_heartbeat)),
        looked_at_(P::clock::now()),
        at_once_(looked_at_) {}
  fork_context(const fork_context&) = delete;
  fork_context& operator=(const fork_context&) = delete;

  /// The pool whose workers help.
  [[nodiscard]] Pool& pool() const noexcept { return pool_; }

  /// Calls `f` and `g` with a context each. `now`: they are worth a thread each, so `g` is promoted before `f` begins. Throws what `f` throws; if it
  /// throws nothing, what `g` throws. If `f` throws, `g` is not called unless another thread has begun it.
  template <class F, class G>
  [[gnu::always_inline]] void fork(F&& f, G&& g, bool now = false) {
    engine::forked<Pool, std::remove_reference_t<G>> second(g);
    keep(second);
    try {
      if (now)
        promote(second);
      else if ((kept_jobs_ == most_jobs && period_ == 1 && is_due()) || takes_due()) [[unlikely]]
        promote_oldest();
      f(*this);
    } catch (...) {
      static_cast<void>(take_back(second, false));
      platform::rethrow();
    }
    if (take_back(second, true)) {
      first_half_ended();
      g(*this);
    }
  }
  /// Calls `f`, then `g`, and keeps nothing for other threads: half the cost of a fork. For a thread that keeps_enough().
  template <class F, class G>
  [[gnu::always_inline]] void run_in_order(F&& f, G&& g) {
    f(*this);
    first_half_ended();
    g(*this);
  }
  /// This thread keeps a job for each of the next heartbeats, as far as it has to be ready for them.
  [[nodiscard]] bool keeps_enough() const noexcept { return kept_jobs_ >= enough_jobs_; }
  /// It also knows that forks are fast, so that some levels of them may pass without being kept or counted: see engine::unrolled_context.
  [[nodiscard]] bool may_unroll() const noexcept { return kept_jobs_ >= enough_to_unroll_; }
  /// After the first half of the fork above those levels. It counts for them, too.
  [[gnu::always_inline]] void first_half_of_levels_ended() {
    if (countdown_ > forks_of_levels)
      countdown_ -= forks_of_levels;
    else
      countdown_ended();
  }

  /// Counts forks. More than ticks_left() are counted as that many. True: something should be promoted.
  [[nodiscard]] bool tick(std::size_t done) noexcept { return tick_elements(done, 0, nullptr); }
  /// Counts elements of a loop of this kind, of which `rest` are left, in the same way.
  [[nodiscard]] bool tick_elements(std::size_t done, std::size_t rest, const void* kind_of_loop) noexcept {
    countdown_ -= std::min(done, countdown_);
    return countdown_ == 0 && look(rest, kind_of_loop);
  }
  [[nodiscard]] std::size_t ticks_left() const noexcept { return countdown_; }
  /// The ticks counted so far. They change during the call of a callable that uses the context.
  [[nodiscard]] std::size_t ticks() const noexcept { return granted_ - countdown_; }
  /// From now on at most `most` ticks pass without a look at the clock.
  void limit_ticks(std::size_t most) noexcept {
    most_ticks_ = most;
    period_ = std::min(period_, most);
    count_down_from(std::min(countdown_, most));
  }
  /// The last look after elements of a loop found them fast, and that loop was of this kind.
  [[nodiscard]] bool was_fast(const void* kind_of_loop) const noexcept { return kind_of_loop == fast_loop_; }
  /// Before a loop: the next look comes after at least so many ticks.
  void delay_look(std::size_t ticks) noexcept {
    period_ = std::max(period_, ticks);
    count_down_from(std::max(countdown_, ticks));
  }
  /// A look has found something to be promoted, also one during an element of a loop, and nothing has been promoted since. Asked once.
  [[nodiscard]] bool takes_due() noexcept { return std::exchange(due_, false); }
  /// More would cost little less, and forks that suddenly take longer would be noticed later.
  static constexpr std::size_t ticks_of_forks = 128;

  /// Before the only loop of this context: looks note whether its `n` elements are long.
  void measure(std::size_t n) noexcept { measured_ = n; }
  /// If all take as long as those before the last look, a wake-up is worth it.
  [[nodiscard]] bool measured_long() const noexcept { return is_long_; }

  [[nodiscard]] bool keeps_jobs() const noexcept { return kept_jobs_ != 0; }
  [[gnu::noinline]] void promote_oldest() {
    if (keeps_jobs() && wants_a_job()) promote(*kept_.newer);
  }
  /// Of `n` parts, each of which may be long: they may be promoted at once. The rate, one part a heartbeat and 32 in a burst, bounds what that costs,
  /// a microsecond each, if they are short.
  [[nodiscard]] bool may_promote_at_once(std::size_t n) {
    if (session_ != nullptr && session_->has_enough()) return false;
    const time_point now = P::clock::now();
    if (now < at_once_) return false;
    at_once_ = std::max(at_once_, now - burst) + heartbeat * static_cast<int>(n);
    return true;
  }
  [[nodiscard]] bool wants_a_job() const { return session_ == nullptr || session_->wants_what_is_forked_during(runs_); }

 protected:
  /// Every context is an engine::unrolled_context.
  ~fork_context() {
    if (runs_ == nullptr && session_ != nullptr) session_->let_go();
  }

 private:
  static constexpr std::chrono::nanoseconds heartbeat = std::chrono::microseconds(20);
  static constexpr std::chrono::nanoseconds first_heartbeat = heartbeat / 2;  ///< of a promoted job
  static constexpr std::chrono::nanoseconds loop_heartbeat = heartbeat / 4;  ///< between those of a loop
  static constexpr std::chrono::nanoseconds burst = 32 * heartbeat;
  static constexpr std::size_t most_jobs = 2;
  static constexpr std::size_t forks_of_levels = 4;  ///< as in a list; 15 in a tree that is complete
  // What a loop must have left, to call for help the first time, and later, when threads that help are awake:
  static constexpr std::chrono::nanoseconds worth_a_wake = std::chrono::microseconds(10);
  static constexpr std::chrono::nanoseconds worth_a_job = std::chrono::microseconds(4);

  /// Forks are counted then, so that those whose halves are long are noticed after the first of them.
  [[gnu::always_inline]] void first_half_ended() {
    if (--countdown_ == 0) [[unlikely]]
      countdown_ended();
  }
  [[gnu::noinline]] void countdown_ended() {
    countdown_ = 0;
    if (look(0, nullptr)) promote_oldest();
  }
  /// Asked at the second of two forks that are kept, while nothing is known of what forks take, or they take long: what was done on the way to them, a
  /// partition, may have taken longer than a heartbeat.
  [[gnu::noinline]] bool is_due() noexcept {
    const time_point now = P::clock::now();
    const bool due = now - promoted_at_ >= heartbeat;
    if (due) promoted_at_ = now;
    return due;
  }
  /// Reads the clock. Adapts the number of ticks until the next look to about a quarter of the heartbeat.
  [[gnu::noinline]] bool look(std::size_t rest, const void* loop) noexcept {
    const time_point now = P::clock::now();
    const auto took = now - looked_at_;
    const bool is_loop = rest != 0;
    const auto worthwhile = session_ == nullptr ? worth_a_wake : worth_a_job;
    const bool may_promote = session_ == nullptr || now - promoted_at_ >= loop_heartbeat;
    const bool loop_is_worth_it = is_loop && may_promote && took * static_cast<double>(rest) >= worthwhile * static_cast<double>(period_);
    const bool due = loop_is_worth_it || now - promoted_at_ >= heartbeat;
    looked_at_ = now;
    is_long_ = took * static_cast<double>(measured_) >= worth_a_wake * static_cast<double>(period_);
    if (due) {
      promoted_at_ = now;
      due_ = true;
    }
    if (took < heartbeat / 16) {
      period_ = std::min(period_ * (is_loop || period_ >= 8 || took < heartbeat / 128 ? 8 : 2), most_ticks_);
      if (loop != nullptr) fast_loop_ = loop;
    } else if (took > heartbeat / 2) {
      period_ = std::max<std::size_t>(period_ / 4, 1);
      fast_loop_ = nullptr;
    }
    const bool fast = period_ > 2;
    enough_jobs_ = fast && session_ == nullptr ? 1 : most_jobs;
    enough_to_unroll_ = fast ? enough_jobs_ : most_jobs + 1;
    count_down_from(period_);
    return due;
  }
  void count_down_from(std::size_t ticks) noexcept {
    granted_ += ticks - countdown_;
    countdown_ = ticks;
  }

  void keep(engine::kept_job& j) noexcept {
    j.older = newest_;
    newest_->newer = &j;
    newest_ = &j;
    ++kept_jobs_;
  }
  /// The newest, or one that has been promoted. True: this thread is to run it, or to drop it. False: another thread has run it, and has ended.
  /// Then, if the caller `wants_exceptions`, throws what it threw; not_run if that thread was ended in it.
  [[nodiscard]] bool take_back(job& j, bool wants_exceptions) {
    if (j.is_promoted()) [[unlikely]]
      return take_back_promoted(j, wants_exceptions);
    newest_ = j.older;
    --kept_jobs_;
    return true;
  }
  [[gnu::noinline]] bool take_back_promoted(job& j, bool wants_exceptions) {
    if (session_->take_back(j)) return true;
    while (keeps_jobs()) promote(*kept_.newer);  // this thread is about to wait, and idle workers may take what it forked before
    session_->wait_for(j, wants_exceptions);
    return false;
  }
  /// A kept one, the oldest or the newest.
  [[gnu::noinline]] void promote(engine::kept_job& j) {
    if (session_ == nullptr) {
      session_ = new (std::nothrow) session(pool_);
      if (session_ == nullptr) return;  // no memory for a session: the same as a pool that gives no help
    }
    if (&j == newest_) {
      newest_ = j.older;
    } else {
      j.older->newer = j.newer;
      j.newer->older = j.older;
    }
    due_ = false;
    --kept_jobs_;
    session_->promote(static_cast<job&>(j), runs_);
    looked_at_ = P::clock::now();  // a wake-up takes longer than many elements
  }

  Pool& pool_;
  session* session_ = nullptr;  ///< a share is owned if this is the caller's context
  job* runs_ = nullptr;  ///< null: the caller of the algorithm
  engine::kept_job kept_{};  ///< where the list of kept jobs begins
  std::size_t kept_jobs_ = 0;  ///< read from the list at each fork, it makes small trees up to 8 % slower
  std::size_t enough_jobs_ = most_jobs;  ///< a job that is kept and not promoted costs some nanoseconds
  std::size_t enough_to_unroll_ = most_jobs + 1;  ///< those while forks are fast, else more than are kept
  engine::kept_job* newest_ = &kept_;  ///< its `newer` has no value
  std::size_t countdown_ = 1;  ///< positive but during a look
  std::size_t granted_ = 1;  ///< all that was ever added to the countdown
  std::size_t period_ = 1;
  std::size_t most_ticks_ = ticks_of_forks;
  time_point promoted_at_;
  time_point looked_at_;
  time_point at_once_;  ///< from then on parts may be promoted at once again
  const void* fast_loop_ = nullptr;  ///< the kind of the loop whose elements the last look found to be fast
  std::size_t measured_ = 0;
  bool is_long_ = false;
  bool due_ = false;  ///< the last look to find something due was not followed by a promotion
};

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_RATE_LIMIT_HPP
#define WEIR_RATE_LIMIT_HPP

#include <weir/engine/task/coroutine_task.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_after.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace weir {

/// How often tasks may begin: `{.tasks = 100, .per = 1s, .burst = 10}`.
struct rate_options {
  std::uint64_t tasks = 1;  ///< so many in each `per`; at least 1
  platform::time_span per = std::chrono::seconds(1);  ///< any std::chrono::duration, more than zero
  std::uint64_t burst = 1;  ///< after a pause so many may begin at once; at least 1
};

/// Spreads tasks over time: `weir::rate_limit pace(pool, {.tasks = 100, .burst = 10}); pace.post(f);`. Each post takes the next turn; turns are
/// `per / tasks` apart, and up to `burst` turns that were not used are kept. A task whose turn has not come sleeps as by post_after: it holds no
/// thread, but in a light pool a place.
///
/// In any time t no more than `burst + t * tasks / per` tasks are made ready, 66 microseconds more or less. They run when the pool has a worker for
/// them: a pool that is late runs in a row what has become ready meanwhile.
///
/// Every member function may be called from any thread, and from inside tasks. The tasks may outlive the rate_limit; the pool must not go first.
/// Cost:       an uncontended lock and a look at the clock for each post, and for a task that sleeps what post_after costs.
/// Not for:    a weir::share, which runs no coroutines: let the task post to it.
/// Visibility: as with a post to the pool.
///
/// The turns are those of the generic cell rate algorithm, which is a token bucket without a timer of its own (ITU-T I.371).
template <class Pool>
class rate_limit {
  static_assert(std::is_class_v<Pool>,
                "weir: a rate_limit is made for a pool, which has the workers: weir::rate_limit pace(pool, {.tasks = 100})");
  using P = typename Pool::platform_type;
  using time_point = typename P::clock::time_point;

 public:
  /// All of the burst may begin at once. Throws std::invalid_argument if a number of the options is not positive.
  explicit rate_limit(Pool& pool, const rate_options& o) : pool_(pool), gap_(gap_of(o)), kept_(kept_of(gap_, o.burst)) {
    full_at_.write() = P::clock::now();
  }
  rate_limit(const rate_limit&) = delete;
  rate_limit& operator=(const rate_limit&) = delete;

  /// Takes the next turn, and posts `f` to be called then. The answer is the pool's, at once; a post that the pool refuses has used its turn. What may
  /// follow `f`, the answers and the exceptions are as with `post` of the pool, for a later turn as with post_after.
  template <class F, class... Extras>
  [[nodiscard]] post_result post(F&& f, Extras&&... extras) {
    if constexpr (explain<F>()) {
      task::refuse_empty(f);
      const time_point now = P::clock::now();
      const time_point due = next_turn(now, time_point::max());
      if (due > now) return post_after(pool_, due - now, std::forward<F>(f), std::forward<Extras>(extras)...);
      return pool_.post(std::forward<F>(f), std::forward<Extras>(extras)...);
    }
    return post_result::closed;  // of what does not compile
  }
  /// As the pool's try_post, if the next turn has come; otherwise `full`, and no turn is taken.
  template <class F, class... Extras>
  [[nodiscard]] post_result try_post(F&& f, Extras&&... extras) {
    if constexpr (explain<F>()) {
      task::refuse_empty(f);
      const time_point now = P::clock::now();
      if (next_turn(now, now) > now) return post_result::full;
      return pool_.try_post(std::forward<F>(f), std::forward<Extras>(extras)...);
    }
    return post_result::closed;  // of what does not compile
  }

  /// How long a post would have to wait for its turn; zero: not at all. Takes no turn.
  [[nodiscard]] std::chrono::nanoseconds wait_for_turn() {
    const time_point now = P::clock::now();
    return next_turn(now, time_point::min()) - now;
  }

 private:
  static platform::time_span gap_of(const rate_options& o) {
    if (o.tasks == 0 || o.burst == 0 || o.per <= std::chrono::nanoseconds::zero())
      throw std::invalid_argument("weir: a rate_limit needs positive numbers: weir::rate_limit pace(pool, {.tasks = 100, .burst = 10})");
    const auto per = static_cast<std::uint64_t>(o.per.count());
    return std::chrono::nanoseconds(static_cast<std::int64_t>(per / o.tasks + (per % o.tasks != 0 ? 1 : 0)));  // rounded up: never faster
  }
  static platform::time_span kept_of(platform::time_span gap, std::uint64_t burst) {
    const auto most = static_cast<std::uint64_t>((std::chrono::nanoseconds::max)() / gap);
    return burst - 1 >= most ? (std::chrono::nanoseconds::max)() : static_cast<std::int64_t>(burst - 1) * gap;
  }
  template <class F>
  static consteval bool explain() {
    static_assert(std::invocable<std::decay_t<F>&>,
                  "weir: what a rate_limit posts must be callable without arguments; put them into a lambda: pace.post([=] { f(x); })");
    static_assert(std::constructible_from<std::decay_t<F>, F>,
                  "weir: a rate_limit keeps what it posts until its turn; move it in: pace.post(std::move(f))");
    if constexpr (std::invocable<std::decay_t<F>&> && std::constructible_from<std::decay_t<F>, F>) return engine::explain_callable<F, P>();
    return false;
  }

  /// When the next turn is, which is taken unless that is after `latest`.
  time_point next_turn(time_point now, time_point latest) {
    typename P::unique_lock lock(mutex_);
    const time_point from = std::max(now, full_at_.read());
    const time_point due = std::max(now, platform::no_later_than(from, -kept_));
    if (due <= latest) full_at_.write() = platform::no_later_than(from, gap_);
    return due;
  }

  Pool& pool_;
  const platform::time_span gap_;
  const platform::time_span kept_;  // for so long unused turns are kept
  typename P::mutex mutex_;
  typename P::template cell<time_point> full_at_;  // when as many turns will be kept as may be
};
template <class Pool>
rate_limit(Pool&&, const rate_options&) -> rate_limit<std::remove_reference_t<Pool>>;

}  // namespace weir

#endif

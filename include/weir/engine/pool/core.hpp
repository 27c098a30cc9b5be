// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_CORE_HPP
#define WEIR_ENGINE_POOL_CORE_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/concepts/policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/coroutine_slots.hpp>
#include <weir/engine/pool/home_process.hpp>
#include <weir/engine/pool/pool_state.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/options.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/where.hpp>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir::engine {

template <class C>
class locked;

/// All that the threads of one pool share. The other parts of the pool (start_and_wake, park_or_retire, post_calls, ...) have no state of their
/// own: each holds a reference to the core and is made where it is called.
template <class C>
class core {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using seat = typename C::seat;
  using time_point = typename P::clock::time_point;

  /// `of_the_queue`: the queue's constructor arguments.
  template <class... Parts>
  explicit core(const options& o, Parts&... of_the_queue)
      : asked(with_defaults(o, {.idle_after = std::chrono::seconds(60), .max_age = std::chrono::minutes(60)})),
        queue(of_the_queue...),
        coroutines(o.capacity == 0 ? P::hardware_concurrency() : o.capacity),
        agents(*this) {}
  explicit core(const options& o)
    requires made_from_options<typename C::queue>
      : core(o, o) {}
  core(const core&) = delete;
  core& operator=(const core&) = delete;
  ~core() {
    for (record_batch<C>* b = locked<C>(*this)->batches; b != nullptr;) delete std::exchange(b, b->next);
  }

  [[nodiscard]] bool signalled(signal s) const noexcept {
    // [WAKE-3] relaxed, alone: the fence before it orders it; over_capacity needs none, because workers look again under the lock.
    return (signals_.load(std::memory_order_relaxed) & s) != 0;
  }
  /// After a take: a submitter must be told that there is room.
  [[nodiscard]] bool room_is_wanted() const noexcept {
    // [WAKE-3] relaxed, alone: as in signalled().
    const std::uint32_t shown = signals_.load(std::memory_order_relaxed);
    return (shown & submitter_waits) != 0 && (shown >> signal_bits == at_any_room || queue_size() <= shown >> signal_bits);
  }

  /// Identifies this pool in frames and futures.
  [[nodiscard]] const void* id() const noexcept { return this; }
  /// The calling thread runs a task or a hook of this pool.
  [[nodiscard]] bool inside() const noexcept { return task_frame<P>::inside(id()); }
  /// Identifies the calling thread.
  [[nodiscard]] static const void* this_thread() noexcept { return &P::slot(); }

  template <class Tag>
  push_result push(task& t, Tag tag) {
    if constexpr (!std::is_same_v<Tag, untagged>) {
      return queue.try_push(t, tag);
    } else if constexpr (pushes_to_seat<typename C::queue, task>) {
      const auto* here = task_frame<P>::of(id());
      return queue.try_push(t, here == nullptr || here->posts_behind ? nullptr : static_cast<seat*>(here->seat()));
    } else {
      return queue.try_push(t);
    }
  }
  bool pop(task& t, [[maybe_unused]] seat& mine) noexcept {
    if constexpr (seated_queue<typename C::queue>)
      return queue.try_pop(t, mine);
    else
      return queue.try_pop(t);
  }
  /// Takes a task that this pool will not run, also one that a pop would hold back.
  bool take_back(task& t, [[maybe_unused]] seat& mine) noexcept {
    if constexpr (gives_back<typename C::queue, task>)
      return queue.take_back(t);
    else
      return pop(t, mine);
  }
  /// The last pop into this seat has claimed further tasks, which a worker that looked meanwhile has missed.
  bool has_claimed_more([[maybe_unused]] seat& mine) noexcept {
    if constexpr (claims_more<typename C::queue>)
      return queue.has_claimed_more(mine);
    else
      return false;
  }
  /// The task that was last popped into this seat has ended.
  void popped_task_ended([[maybe_unused]] seat& mine) noexcept {
    if constexpr (hears_of_the_end<typename C::queue>) queue.done(mine);
  }
  /// The next coroutine to resume on worker `number`, in its take `turn`; null if none is ready.
  coroutine_slot<C>* pop_coroutine(unsigned number, unsigned turn) {
    if constexpr (C::carries) {
      if (signalled(has_coroutines)) return static_cast<coroutine_slot<C>*>(coroutines.pop(number, turn));
    }
    return nullptr;
  }
  [[nodiscard]] std::size_t queue_size() const noexcept {
    if constexpr (C::hands_over)
      return 0;
    else
      return queue.size();
  }
  [[nodiscard]] bool queue_empty() const noexcept {
    if constexpr (C::hands_over)
      return true;
    else
      return queue.empty();
  }
  /// Tasks that are queued, and coroutines that are ready.
  [[nodiscard]] std::size_t backlog() const noexcept {
    if constexpr (C::carries)
      return queue_size() + coroutines.size();
    else
      return queue_size();
  }

  /// A task or a coroutine is ready to run.
  [[nodiscard]] bool work_ready(locked<C>& l) noexcept {
    if (l->without_worker != 0) return true;
    if constexpr (C::carries) {
      if (l->coroutines.any() && coroutines.ready()) return true;
    }
    if constexpr (C::hands_over)
      return l->submitters.suspended_front() != nullptr;
    else
      return queue.ready();
  }
  /// No task is queued or waits for a worker, and every coroutine has ended.
  [[nodiscard]] bool nothing_left(locked<C>& l) const noexcept { return queue_empty() && l->without_worker == 0 && !l->coroutines.any(); }
  /// No task runs at this instant.
  [[nodiscard]] static bool nothing_runs(locked<C>& l) noexcept { return l->live == l->idle && l->in_transition == 0 && l->helpers == 0; }
  /// No task is queued or runs, and no surplus worker is left, at this instant.
  [[nodiscard]] bool quiet(locked<C>& l) const noexcept { return nothing_runs(l) && !l->crowded() && nothing_left(l); }
  /// The pool is closed, and no thread has anything left to do for it.
  [[nodiscard]] bool ended(locked<C>& l) const noexcept {
    return l->closing && l->live == 0 && nothing_runs(l) && l->submitters.empty() && nothing_left(l);
  }
  /// Wakes the threads that wait until the pool is quiet, paused or ended. Every step that may have made it so ends with this.
  void notify_waiters(locked<C>& l) {
    if (l->idle_waiters != 0 && quiet(l)) {
      ++l->idle_moments;
      became_quiet.notify_all();
    }
    if (l->pause_waiters != 0 && (nothing_runs(l) || l->closing)) became_paused.notify_all();
    if (ended(l)) has_ended.notify_all();
  }

  const options asked;  ///< idle_after and max_age are set
  [[no_unique_address]] const home_process<P> home{};  ///< here, as its neighbours are read only: no false sharing
  [[no_unique_address]] typename C::queue queue;
  [[no_unique_address]] std::conditional_t<C::carries, ready_coroutines<P>, no_ready_coroutines> coroutines;
  [[no_unique_address]] typename C::observer observer;
  typename P::condition_variable room;  ///< where a thread at the front of the submitters waits
  typename P::condition_variable became_quiet;
  typename P::condition_variable became_paused;
  typename P::condition_variable has_ended;

 private:
  friend class locked<C>;

  alignas(platform::cache_line) typename P::template atomic<std::uint32_t> signals_{0};
  alignas(platform::cache_line) typename P::mutex mutex_;
  typename P::template cell<pool_state<C>> state_;

 public:
  [[no_unique_address]] typename for_callers<typename C::observer>::type helper_counts;
  [[no_unique_address]] typename C::panic panic;
  [[no_unique_address]] typename C::blocking blocking;
  call_guard<P> callers;
  loop_lengths<P> loops;
  [[no_unique_address]] typename C::agents::template shared<C> agents;
};

/// Holds the pool's lock and gives access to its state. Signals are published before the lock is released; coroutines that were answered are
/// resumed afterwards.
///
/// A function that takes `locked&` returns with the lock held; one that takes `locked&&` returns with the lock released. While the lock is released
/// the pointer to the state is null, so that a use of the state crashes.
template <class C>
class locked {
  using P = typename C::platform;
  using time_point = typename P::clock::time_point;

 public:
  explicit locked(engine::core<C>& c, platform::where at = platform::where::current())
      : core_(c), lock_(c.mutex_, at), state_(&c.state_.write(at)) {}
  locked(const locked&) = delete;
  locked& operator=(const locked&) = delete;
  ~locked() {
    if (state_ != nullptr) unlock();
  }

  [[nodiscard]] engine::core<C>& core() const noexcept { return core_; }
  pool_state<C>* operator->() const noexcept { return state_; }

  /// Releases the lock before the end of the scope. Not inline: it is called from some thirty places, none of which is on the way of a post to an
  /// awake worker.
  [[gnu::noinline]] void unlock(platform::where at = platform::where::current()) {
    unlock_and([] {}, at);
  }
  /// The same, and `f`, which unparks a worker, before coroutines are resumed: one that is resumed on this thread may wait for that worker.
  template <class F>
  void unlock_and(F f, platform::where at = platform::where::current()) {
    publish();
    auto* const answered = std::exchange(state_, nullptr)->submitters.take_answered();
    lock_.unlock(at);
    f();
    submitter_queue<P>::resume(answered);
  }
  /// Runs `f` with the lock released; takes the lock again, however that ends.
  template <class F>
  decltype(auto) unlocked(F f, platform::where at = platform::where::current()) {
    const struct again {
      locked& self;
      platform::where at;
      ~again() {
        self.lock_.lock(at);
        self.state_ = &self.core_.state_.write(at);
      }
    } then{*this, at};
    unlock(at);  // it may resume coroutines, one of which may end the thread
    return f();
  }
  /// Publishes the signals before the caller looks at the queue: either that look sees a concurrent push, or the push sees these signals.
  void announce(platform::where at = platform::where::current()) {
    publish();
    // [WAKE-2] seq_cst fence, pairs with [WAKE-1, ROOM-1]: of two threads that each write and then read, one sees what the other wrote.
    P::fence(std::memory_order_seq_cst, at);
  }
  /// Waits until notified, until `deadline` if there is one, or spuriously.
  void wait(typename P::condition_variable& cv, const time_point* deadline, platform::where at = platform::where::current()) {
    if (state_->submitters.has_answered()) return unlocked([] {}, at);
    publish();
    if (deadline == nullptr)
      cv.wait(lock_, at);
    else
      cv.wait_until(lock_, *deadline, at);
    state_ = &core_.state_.write(at);
  }

 private:
  void publish() {
    const std::uint32_t now = state_->signals();
    if (now == state_->published) return;
    state_->published = now;
    // [WAKE-3] relaxed, alone: the fences order it; a thread that reads it takes the lock and looks again.
    core_.signals_.store(now, std::memory_order_relaxed);
  }

  engine::core<C>& core_;
  typename P::unique_lock lock_;
  pool_state<C>* state_;
};

}  // namespace weir::engine

#endif

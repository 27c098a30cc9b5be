// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_POOL_STATE_HPP
#define WEIR_ENGINE_POOL_POOL_STATE_HPP

#include <weir/engine/pool/coroutine_slots.hpp>
#include <weir/engine/pool/given_tasks.hpp>
#include <weir/engine/pool/submitter_queue.hpp>
#include <weir/engine/pool/worker_record.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/stats.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace weir::engine {

/// What threads can see of the state without the lock, as bits of one word. A bit is a hint: a thread that acts on one takes the lock and looks
/// again.
enum signal : std::uint32_t {
  can_wake = 1,  ///< read after a push: a worker can be woken or started
  submitter_waits = 2,  ///< read after a take: the front submitter has not been told of room
  over_capacity = 4,  ///< read after a task: there are more workers than the capacity, or a given task waits for a worker
  is_paused = 8,  ///< read before a take
  has_coroutines = 16,  ///< read before a take: coroutines have begun and not ended; one may be ready
  had_coroutines = 32,  ///< read after a sleep: a coroutine has begun in this pool, so the worker may be the timekeeper
  needs_timekeeper = 64,  ///< read after a take: a coroutine waits for its time, no worker keeps the time, and one could
  has_pending_post = 128,  ///< read before a take, in a pool that hands over: a suspended submitter at the front has a task for the worker
};
/// The remaining bits hold a number: submitter_waits applies when at most so many tasks are queued.
inline constexpr unsigned signal_bits = 32 - wake_at_bits;

/// The plain state of a pool, guarded by the pool's lock: one critical section reads and changes all of it, so a check and the step that it
/// permits are one.
template <class C>
struct pool_state {
  unsigned capacity = 1;  ///< places for workers: the limit, and those that blocking regions lend
  unsigned limit = 1;  ///< the capacity that was asked for
  unsigned blocked = 0;  ///< workers in blocking regions
  unsigned min_workers = 0;
  unsigned live = 0;  ///< workers that hold a place; more than the capacity after that has fallen, and with blocking::overflow_spawn
  unsigned peak_live = 0;  ///< the largest that `live` has been
  unsigned idle = 0;  ///< the idle ones among the live
  /// Threads that are being created or are ending, and submitters that have joined the queue and are not suspended yet.
  unsigned in_transition = 0;
  unsigned helpers = 0;  ///< calling threads that run tasks of the pool
  unsigned joining = 0;  ///< ended threads that are being joined, so that their records can be used again
  unsigned pause_waiters = 0;
  unsigned records = 0;  ///< made so far
  bool searching = false;  ///< a worker that was woken searches
  bool starts_slowly = false;  ///< workers run hooks of the user's before they look
  unsigned new_searchers = 0;  ///< workers that search and have not looked since their start
  bool closing = false;
  std::uint32_t published = 0;  ///< the signals as last published
  std::uint64_t life = 0;  ///< counts restarts
  std::uint64_t idle_moments = 0;  ///< counts the instants at which the pool was seen to be idle
  unsigned idle_waiters = 0;
  std::uint64_t failed_starts = 0;
  typename C::platform::clock::time_point last_expired{};  ///< when a worker last expired
  typename C::workers idle_store;
  unsigned arriving = 0;  ///< workers that were started or woken and have not looked since, see arriving_workers.hpp
  unsigned expected = 0;  ///< arriving workers that were started or woken for a task, not in advance or to replace one
  [[no_unique_address]] given_tasks<C> given;  ///< taken out of a full queue, or handed over, for arriving workers
  std::size_t without_worker = 0;  ///< given tasks whose arriving worker got no thread, or left before it looked
  [[no_unique_address]] uncalled_list<C> uncalled;  // given a task and not woken; while there is one, a worker is `searching`
  submitter_queue<typename C::platform> submitters;
  record_list<C> exited;  ///< records whose thread has ended and is to be joined
  record_list<C> blank;  ///< records without a thread
  std::optional<std::stop_source> closed;  ///< stopped when this life of the pool is closed; made on first request
  std::vector<const void*> pausers;  ///< the threads that hold pause() guards, once per guard
  worker_record<C>* timekeeper = nullptr;  ///< an idle worker that is not in the store and sleeps only until something is due
  bool timer_armed = false;  ///< a coroutine, or a light worker, may wait for a time; false when the timers were last seen empty
  [[no_unique_address]] coroutine_slots<C> coroutines;
  record_batch<C>* batches = nullptr;

  [[nodiscard]] weir::stats counts() const noexcept {
    weir::stats s;
    s.workers = live;
    s.peak_workers = peak_live;
    s.idle = idle;
    s.running = live - idle + helpers;
    s.waiting = submitters.size();
    s.blocked = blocked;
    s.capacity = limit;
    s.min_workers = min_workers;
    s.failed_starts = failed_starts;
    return s;
  }

  template <class F>
  void for_each_record(F f) const {
    for (auto* b = batches; b != nullptr; b = b->next)
      for (worker_record<C>& w : b->records) f(w);
  }

  void take_place() noexcept { peak_live = platform::larger_of(peak_live, ++live); }
  [[nodiscard]] bool has_place() const noexcept { return live < capacity; }
  /// No worker lives, apart from those in blocking regions, which may wait for a task.
  [[nodiscard]] bool stalled() const noexcept { return live <= blocked; }
  /// Fewer workers than min_workers, or none: whatever the growth policy says, a task that finds none idle gets a new one.
  [[nodiscard]] bool lacks_workers() const noexcept { return stalled() || live < min_workers; }
  /// A blocking region lends its worker's place to another one, at most `most` regions at a time. Called after each change of `limit` and `blocked`.
  void lend_places(unsigned most) noexcept {
    capacity = limit + platform::smaller_of(platform::smaller_of(blocked, most), C::most_workers - limit);
  }
  [[nodiscard]] bool crowded() const noexcept { return live > capacity; }
  /// So many workers must retire.
  [[nodiscard]] unsigned surplus() const noexcept { return crowded() ? live - capacity : 0; }

  /// A worker is idle or arriving, no given task waits for it, and it need not retire.
  [[nodiscard]] bool has_free_worker() const noexcept { return idle + arriving > given.size() + surplus(); }
  /// The wake policy lets an idle worker be woken.
  [[nodiscard]] bool can_wake_idle() const noexcept { return idle > 0 && !(C::wake::throttled && searching); }
  /// The wake policy lets a worker be started.
  [[nodiscard]] bool can_start() const noexcept {
    return has_place() && !(C::wake::throttled && (searching || (new_searchers != 0 && !starts_slowly)));
  }
  /// The workers that have been started or woken for tasks are enough for so many beside the given ones. A worker that was started in advance is not
  /// among them: a hook of the user's may keep it for long. Precondition: a task.
  [[nodiscard]] bool enough_come(std::size_t tasks) const noexcept {
    return C::wake::throttled && (C::hands_oldest_over ? expected : new_searchers) >= tasks + given.size();
  }
  /// No worker comes for a given task but such as were started in advance.
  [[nodiscard]] bool given_task_waits() const noexcept { return given.size() > expected; }
  [[nodiscard]] bool is_wakeable() const noexcept { return (can_wake_idle() || can_start()) && !paused(); }

  /// No task may begin. Closing the pool ends its pauses.
  [[nodiscard]] bool paused() const noexcept { return !pausers.empty() && !closing; }
  /// The thread holds a pause: no task that it waits for can begin meanwhile.
  [[nodiscard]] bool paused_by(const void* thread) const noexcept {
    for (const void* each : pausers)
      if (each == thread) return !closing;
    return false;
  }

  /// One of the thread's pauses ends.
  void unpause(const void* thread) noexcept {
    for (const void*& each : pausers)
      if (each == thread) {
        each = pausers.back();
        return pausers.pop_back();
      }
  }

  /// A coroutine waits for its time, no worker keeps the time, and one could.
  [[nodiscard]] bool lacks_timekeeper() const noexcept {
    return timer_armed && timekeeper == nullptr && !paused() && (idle > 0 || (has_place() && C::growth::wants(1)));
  }
  [[nodiscard]] std::uint32_t signals() const noexcept {
    return (is_wakeable() ? can_wake : 0u) | (submitters.wants_call() ? submitter_waits : 0u) |
           (crowded() || without_worker != 0 ? over_capacity : 0u) | (paused() ? is_paused : 0u) |
           (coroutines.any() ? has_coroutines : 0u) | (coroutines.ever_used() ? had_coroutines : 0u) |
           (lacks_timekeeper() ? needs_timekeeper : 0u) | (submitters.suspended_front() != nullptr ? has_pending_post : 0u) |
           submitters.wake_at() << signal_bits;
  }
};

}  // namespace weir::engine

#endif

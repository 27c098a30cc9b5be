// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_ROSTER_HPP
#define WEIR_ENGINE_ROSTER_HPP

#include <weir/engine/line.hpp>
#include <weir/engine/passengers.hpp>
#include <weir/engine/worker.hpp>
#include <weir/stats.hpp>

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace weir::engine {

/// What a thread without the lock is told about the roster, as bits of one word. A bit says "come and look": acting on it always
/// begins with taking the lock.
enum signal : std::uint32_t {
  wants_post = 1,     ///< after a push: a worker could be woken or started, and none is searching
  wants_take = 2,     ///< after a take: the submitter at the front of the line has not been told of room
  wants_leaving = 4,  ///< after a task: there are more workers than the capacity
  wants_rest = 8,     ///< before a take: the pool is paused
  carries_some = 16,  ///< before a take: there are passengers, and it may be somebody's turn
  has_carried = 32,   ///< after a sleep: there have been passengers; a worker may have been called to keep the time
  wants_keeper = 64,  ///< after a take: some passenger's time will come, and nobody keeps it though somebody could
  has_offer = 128,    ///< before a take, in a pool that hands over: a coroutine at the front of the line has a task for the worker
};
/// The rest of the word: wants_take is meant when no more tasks than these wait.
inline constexpr unsigned signal_bits = 32 - call_at_bits;

/// The plain state of a pool: one critical section sees and changes all of it, so every check and the step it permits are one.
template <class C>
struct roster {
  unsigned capacity = 1;
  unsigned min_workers = 0;
  unsigned live = 0;      ///< workers that hold a place; never raised above the capacity
  unsigned idle = 0;      ///< of these, the ones in the idle store
  unsigned passing = 0;   ///< threads whose creation or whose end is under way, and coroutines that join the line and are not suspended yet
  unsigned guests = 0;    ///< callers that run tasks themselves
  unsigned reaping = 0;   ///< finished threads that somebody is joining now
  unsigned pause_waiters = 0;
  unsigned numbered = 0;  ///< records made so far
  bool searching = false;
  bool closing = false;
  std::uint32_t shown = 0;         ///< the signals as last published
  std::uint64_t life = 0;          ///< counts restarts
  std::uint64_t idle_moments = 0;  ///< counts the instants at which the pool was seen to be idle
  unsigned idle_waiters = 0;
  std::uint64_t failed_starts = 0;
  typename C::platform::clock::time_point last_left{};  ///< when a worker last expired
  typename C::workers idle_store;
  engine::line<typename C::platform> line;
  worker_list<C> exited;  ///< records whose thread has ended and is to be joined
  worker_list<C> blank;   ///< records without a thread
  std::stop_source closed{std::nostopstate};  ///< told when this life of the pool is closed; exists once it was asked for
  std::vector<const void*> pausers;  ///< the threads whose pause() guards are held, each once for each guard
  worker<C>* keeper = nullptr;  ///< the idle worker that is in no store and sleeps only until something is due
  bool clocked = false;         ///< since the wheel was last seen to be empty, a passenger has begun to wait for its time
  [[no_unique_address]] passengers<C> riders;
  worker_batch<C>* made = nullptr;

  [[nodiscard]] weir::stats counts() const noexcept {
    weir::stats s;
    s.workers = live;
    s.idle = idle;
    s.running = live - idle + guests;
    s.waiting = line.size();
    s.capacity = capacity;
    s.min_workers = min_workers;
    s.failed_starts = failed_starts;
    return s;
  }

  /// Every record there is.
  template <class F>
  void for_each_record(F f) const {
    for (auto* b = made; b != nullptr; b = b->next)
      for (worker<C>& w : b->records) f(w);
  }

  [[nodiscard]] bool has_place() const noexcept { return live < capacity; }
  [[nodiscard]] bool crowded() const noexcept { return live > capacity; }

  /// Nobody may begin a task. The end of the pool ends its pauses.
  [[nodiscard]] bool paused() const noexcept { return !pausers.empty() && !closing; }
  /// By that thread? What it waits for does not begin then.
  [[nodiscard]] bool paused_by(const void* thread) const noexcept {
    return paused() && std::find(pausers.begin(), pausers.end(), thread) != pausers.end();
  }

  [[nodiscard]] bool somebody_could_keep_time() const noexcept {
    return clocked && keeper == nullptr && !paused() && (idle > 0 || (has_place() && C::growth::wants(1)));
  }
  [[nodiscard]] std::uint32_t signals() const noexcept {
    const bool somebody_would_come = !(C::wake::throttled && searching) && (idle > 0 || has_place()) && !paused();
    return (somebody_would_come ? wants_post : 0u) | (line.wants_call() ? wants_take : 0u) | (crowded() ? wants_leaving : 0u) |
           (paused() ? wants_rest : 0u) | (riders.aboard() ? carries_some : 0u) | (riders.known() ? has_carried : 0u) |
           (somebody_could_keep_time() ? wants_keeper : 0u) | (line.suspended_front() != nullptr ? has_offer : 0u) |
           line.call_at() << signal_bits;
  }
};

}  // namespace weir::engine

#endif

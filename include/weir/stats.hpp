// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_STATS_HPP
#define WEIR_STATS_HPP

#include <cstdint>

namespace weir {

/// The state of a pool.
enum class run_state : unsigned char {
  open,     ///< accepts tasks
  closing,  ///< refuses tasks, still runs what it accepted
  stopped,  ///< refuses tasks, has no worker left; restart() opens it again
};

/// A pool at one instant, and seven totals. The totals are counted only with observer::counters or observer::trace; in other pools, also in
/// weir::thread_pool and most presets, **they stay 0** whatever the pool does.
struct stats {
  std::uint64_t workers = 0;  ///< live workers, idle ones included
  std::uint64_t peak_workers = 0;  ///< the largest that `workers` has been since the pool was made; of several pools, the sum
  std::uint64_t idle = 0;  ///< workers with nothing to do
  std::uint64_t running = 0;  ///< workers that are not idle, and calling threads that run a task
  std::uint64_t blocked = 0;  ///< workers in a blocking region; they are counted as running, too
  std::uint64_t suspended = 0;  ///< coroutines that wait, for a time or an event; in light pools they are also counted as running
  std::uint64_t queued = 0;  ///< accepted tasks that no worker has taken yet
  std::uint64_t waiting = 0;  ///< submitters that wait for room
  std::uint64_t capacity = 0;  ///< the most workers allowed, apart from those that run instead of blocked ones
  std::uint64_t min_workers = 0;  ///< the fewest workers that expiry leaves
  std::uint64_t failed_starts = 0;  ///< starts of workers that failed, because the system refused a thread or memory

  std::uint64_t accepted = 0;  ///< needs an observer: tasks accepted so far
  std::uint64_t refused = 0;  ///< needs an observer: posts that were answered neither `accepted` nor `discarded`
  std::uint64_t completed = 0;  ///< needs an observer: tasks that returned
  std::uint64_t failed = 0;  ///< needs an observer: of the completed ones, tasks of submit whose future got an exception
  std::uint64_t panicked = 0;  ///< needs an observer: tasks that threw or ended their thread
  std::uint64_t cancelled = 0;  ///< needs an observer: accepted tasks that did not run, because their stop token was stopped first
  std::uint64_t discarded = 0;  ///< needs an observer: tasks that blocking::discard_newest or discard_oldest dropped

  /// Adds each number of `other`, to sum up several pools.
  constexpr stats& operator+=(const stats& other) noexcept;
};

constexpr stats& stats::operator+=(const stats& other) noexcept {
  using number = std::uint64_t stats::*;
  constexpr number all[] = {&stats::workers,       &stats::peak_workers, &stats::idle,     &stats::running,   &stats::blocked,
                            &stats::suspended,     &stats::queued,       &stats::waiting,  &stats::capacity,  &stats::min_workers,
                            &stats::failed_starts, &stats::accepted,     &stats::refused,  &stats::completed, &stats::panicked,
                            &stats::failed,        &stats::cancelled,    &stats::discarded};
  static_assert(sizeof(stats) == sizeof(all) / sizeof(number) * sizeof(std::uint64_t), "each number of stats is in this list");
  for (const number each : all) this->*each += other.*each;
  return *this;
}

/// The result of a wait for the pool's end: true if the pool has ended. If not, `left` tells what was left then: tasks that are running, queued, or
/// suspended, maybe for ever.
struct join_result {
  bool ended = false;
  stats left;

  [[nodiscard]] constexpr operator bool() const noexcept { return ended; }
};

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_QUEUE_WATCHDOG_HPP
#define WEIR_QUEUE_WATCHDOG_HPP

#include <weir/platform/time_span.hpp>
#include <weir/stats.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <type_traits>

namespace weir {

/// Tasks that wait in a pool's queue, as queue_watchdog tells of them.
struct late_tasks {
  std::uint64_t count = 0;  ///< 0: none that is not known from an earlier check
  std::chrono::nanoseconds waiting{};  ///< each of them has waited for so long or longer, up to the check
};

/// Finds tasks that wait in the queue of a pool for `limit` or longer, while they wait; observer::watchdog finds those that run for long. Each check()
/// compares how many tasks the pool has accepted with how many are queued: if fewer have left the queue than were accepted an hour ago, some have waited
/// for an hour. So posts and tasks pay for nothing but their count.
///
/// Needs:      an observer that counts accepted tasks, such as observer::counters, alone or in observer::all_of.
/// Guarantee:  each task is counted once, and not before it has waited for `limit`; one that still waits a sixteenth of `limit` and two checks later is.
///             This is of pools whose tasks begin in the order of their posts. Where a task can overtake others, in another queue or because a
///             caller runs it, as many have waited as are counted, at least, and it may be the same ones again; a task that others overtake without
///             end is not found. A task that is dropped, purged or handed back has left the queue.
/// Except:     the numbers are those of stats(), which cannot stop the pool: a post that has not returned may be taken for a task that waits, so a check
///             that finds late tasks asks two more times before it says so. What is posted in that instant may hide as many of the late ones.
/// Cost:       what observer::counters costs, and up to three stats() for a check. 18 notes of 16 bytes.
/// Visibility: none of its own.
///
/// One thread at a time calls check(). Time counts from the construction. Lives no longer than the pool.
template <class Pool>
class queue_watchdog {
  using clock = typename Pool::platform_type::clock;

 public:
  /// Throws std::invalid_argument if the pool's observer does not count accepted tasks, or `limit` is not positive; and std::bad_alloc.
  queue_watchdog(Pool& pool, platform::time_span limit) : pool_(pool), limit_(limit) {
    static_assert(!std::is_const_v<Pool>, "weir: a queue_watchdog takes the lock of the pool, so that must not be const");
    constexpr bool has_an_observer = requires { pool.observer(); };
    static_assert(has_an_observer || std::is_const_v<Pool>,
                  "weir: a queue_watchdog needs the observer of a pool; an any_pool and a share have none, "
                  "so watch the pool that they are made of, and of a multi_pool each pool, pool[i]; "
                  "see docs/policies/observer.md#queue_watchdog");
    if constexpr (has_an_observer) {
      if (!counts_accepted<std::remove_reference_t<decltype(pool.observer())>>())
        throw std::invalid_argument("weir: a queue_watchdog needs a pool whose observer counts accepted tasks, such as observer::counters");
      if (limit_ <= std::chrono::nanoseconds::zero()) throw std::invalid_argument("weir: the limit of a queue_watchdog must be positive");
      note(pool_.stats().accepted);
    }
  }

  /// Returns how many tasks have waited for the limit or longer that no check before has returned. Throws std::bad_alloc, and nothing is lost then.
  [[nodiscard]] late_tasks check() {
    const std::chrono::nanoseconds now = clock::now().time_since_epoch();
    stats s = pool_.stats();  // engine::wait_calls has read `queued` first: a task that is posted in between counts as one that has left
    std::uint64_t left = left_of(s);
    late_tasks found = late(now, left);
    for (int more = 2; found.count != 0 && more != 0; --more) {
      s = pool_.stats();
      left = std::max(left, left_of(s));
      found = late(now, left);
    }
    note(s.accepted);
    if (found.count != 0) reported_ = std::max(left, reported_) + found.count;
    return found;
  }

 private:
  struct total {
    std::chrono::nanoseconds at;
    std::uint64_t accepted;  // up to then
  };

  template <class Observer>
  static bool counts_accepted() {
    Observer trial;
    trial.accepted();
    stats s;
    trial.report(s);
    return s.accepted != 0;
  }
  /// So many have left the queue.
  static std::uint64_t left_of(const stats& s) noexcept { return s.accepted - std::min(s.accepted, s.queued); }
  /// From `then` to `now`; two instants may be further apart than any duration.
  static std::chrono::nanoseconds between(std::chrono::nanoseconds then, std::chrono::nanoseconds now) noexcept {
    using span = std::chrono::nanoseconds;
    return then < span::zero() && now > span::max() + then ? span::max() : now - then;
  }
  /// By the newest total that is old enough.
  [[nodiscard]] late_tasks late(std::chrono::nanoseconds now, std::uint64_t left) {
    while (totals_.size() > 1 && between(totals_[1].at, now) >= limit_) totals_.pop_front();
    const total& then = totals_.front();
    const auto waiting = between(then.at, now);
    if (waiting < limit_) return {};
    return {then.accepted - std::min(then.accepted, std::max(left, reported_)), waiting};
  }
  /// An older total of as many says more.
  void note(std::uint64_t all) {
    const std::chrono::nanoseconds now = clock::now().time_since_epoch();  // after they were counted
    const auto apart = std::max(limit_ / 16, std::chrono::nanoseconds(1));
    if (totals_.empty() || (all != totals_.back().accepted && between(totals_.back().at, now) >= apart)) totals_.push_back({now, all});
  }

  Pool& pool_;
  std::chrono::nanoseconds limit_;
  std::deque<total> totals_;
  std::uint64_t reported_ = 0;  // those accepted first, so many, have left or are reported
};

template <class Pool>
queue_watchdog(Pool&, platform::time_span) -> queue_watchdog<Pool>;

}  // namespace weir

#endif

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
/// Guarantee:  each task is reported once, and not before it has waited for `limit`; if it still waits a sixteenth of `limit` and two checks later, it is.
///             This is of queues that keep the order of posts; of others, at least as many tasks are late as are reported. A task that is dropped,
///             purged or handed back has left the queue.
/// Except:     the numbers are those of stats(), so a post that has not returned may be taken for a task that waits. A check that finds late tasks
///             therefore asks two more times before it says so.
/// Cost:       what observer::counters costs, and three times stats() at most for a check. 18 notes of 16 bytes.
/// Visibility: none of its own.
///
/// One thread at a time calls check(); the first one that can find anything is `limit` after the first. Lives no longer than the pool.
template <class Pool>
class queue_watchdog {
  using clock = typename Pool::platform_type::clock;

 public:
  /// Throws std::invalid_argument if the pool's observer does not count accepted tasks, or `limit` is not positive; and std::bad_alloc.
  queue_watchdog(Pool& pool, platform::time_span limit) : pool_(pool), limit_(limit) {
    constexpr bool has_an_observer = requires { pool.observer(); };
    static_assert(has_an_observer,
                  "weir: a queue_watchdog needs the observer of a pool; an any_pool and a share have none, so watch the pool that they are "
                  "made of, and of a "
                  "multi_pool each pool, pool[i]; see docs/policies/observer.md#queue_watchdog");
    if constexpr (has_an_observer) {
      if (!counts_accepted<std::remove_reference_t<decltype(pool.observer())>>())
        throw std::invalid_argument("weir: a queue_watchdog needs a pool whose observer counts accepted tasks, such as observer::counters");
    }
    if (limit_ <= std::chrono::nanoseconds::zero()) throw std::invalid_argument("weir: the limit of a queue_watchdog must be positive");
    note(accepted());
  }

  /// Returns how many tasks have waited for the limit or longer that no check before has returned. Throws std::bad_alloc, and nothing is lost then.
  [[nodiscard]] late_tasks check() {
    const std::chrono::nanoseconds now = clock::now().time_since_epoch();
    std::uint64_t all = 0;
    late_tasks found;
    for (int looks = 0; looks != 3; ++looks) {
      const std::uint64_t queued = pool_.stats().queued;
      all = accepted();  // later than `queued`: a task that is posted in between counts as one that has left
      left_ = std::max(left_, all - std::min(all, queued));
      found = late(now);
      if (found.count == 0) break;
    }
    note(all);
    reported_ = std::max(reported_, left_) + found.count;
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
  [[nodiscard]] std::uint64_t accepted() { return pool_.stats().accepted; }
  /// By the newest total that is old enough.
  [[nodiscard]] late_tasks late(std::chrono::nanoseconds now) {
    while (totals_.size() > 1 && now - totals_[1].at >= limit_) totals_.pop_front();
    const total& then = totals_.front();
    if (now - then.at < limit_) return {};
    const std::uint64_t known = std::max(left_, reported_);
    return {then.accepted - std::min(then.accepted, known), now - then.at};
  }
  /// An older total of as many says more.
  void note(std::uint64_t all) {
    const std::chrono::nanoseconds now = clock::now().time_since_epoch();  // after they were counted
    if (totals_.empty() || (all != totals_.back().accepted && now - totals_.back().at >= limit_ / 16)) totals_.push_back({now, all});
  }

  Pool& pool_;
  std::chrono::nanoseconds limit_;
  std::deque<total> totals_;
  std::uint64_t left_ = 0;  // so many have left the queue, at least
  std::uint64_t reported_ = 0;  // those accepted first, so many, have left or are reported
};

template <class Pool>
queue_watchdog(Pool&, platform::time_span) -> queue_watchdog<Pool>;

}  // namespace weir

#endif

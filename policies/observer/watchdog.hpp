// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_WATCHDOG_HPP
#define WEIR_POLICIES_OBSERVER_WATCHDOG_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/coarse_time.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/platform/where.hpp>
#include <weir/policies/observer/storage/stopwatch.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace weir::observer {

/// A task that runs for long, as observer::watchdog tells of it.
struct long_task {
  std::chrono::nanoseconds running;  ///< for how long, up to the check
  std::optional<unsigned> worker;  ///< which worker runs it, from 0, in the order of their first tasks; nothing if a calling thread runs it
  std::optional<platform::where> posted_at;  ///< file, function and line, if it was posted with weir::from_here() and a worker runs it
};

/// Knows which tasks, and turns of coroutines, are running and since when. `pool.observer().check(limit, report)` calls `report` with a long_task for
/// each that has been running for `limit` or longer, once for each task. It counts nothing for stats().
///
/// Who checks: a thread of the user's, or a timer on another pool. The watchdog has no thread, and the pool's workers
///             cannot check: when the pool is stuck, all of them are busy.
/// Guarantee:  a task that runs during a check, and began the limit or more before it, is reported by this check or by another one, once. On a platform
///             with a coarse clock it may be reported, and its time be too long, by a tick of it: 1 to 10 ms on Linux.
/// Where:      a task that was posted with weir::from_here() is reported with that place; weir::dump says it too. Not that of a coroutine. While a task
///             runs another one itself, as a caller of another pool, with the place of that.
/// Cost:       one reading of the coarse clock and one compare-and-swap per task, and two locks of the worker's own if the task has a place. Callers
/// that run tasks themselves read it twice, share a lock, and
///             64 of their tasks at the same time are watched. A check is linear in the number of workers.
/// Not for:    coroutines that wait for long: their turns are short. Tasks that wait in the queue: weir::queue_watchdog.
/// Visibility: none of its own.
struct watchdog {
  using axis = axes::observer;

  template <class P>
  class on {
    using time = std::chrono::nanoseconds;

   public:
    struct alignas(platform::cache_line) per_worker {
      turn_stopwatch<P, platform::coarse_time<P>> turn;
      platform::place_note<P> posted_at;  // of the task of this turn
      typename P::template atomic<time::rep> reported{std::numeric_limits<time::rep>::min()};  // when the last turn began that was reported
      struct in_list {
        per_worker* next = nullptr;
        unsigned number = 0;
      };
      typename P::template cell<in_list> place;  // not changed after joining
      bool joined = false;
      bool of_callers = false;
    };
    struct per_caller : per_worker {
      per_caller() noexcept { this->of_callers = true; }
    };

    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker& mine) noexcept {
      if (mine.of_callers) return callers_.begin();
      if (!mine.joined) [[unlikely]]
        join(mine);
      static_cast<void>(mine.turn.begin());
    }
    void completed(per_worker& mine) noexcept { ended(mine); }
    void panicked(per_worker& mine) noexcept { ended(mine); }
    void cancelled(per_worker& mine) noexcept { ended(mine); }
    void suspended(per_worker& mine) noexcept { ended(mine); }
    void resumed(per_worker& mine) noexcept { began(mine); }
    void report(stats&) const noexcept {}
    void report(stats&, const per_worker&) const noexcept {}

    /// Calls `report`, a callable with a `const long_task&`, for each task that has been running for `limit` or longer and has not been reported. Any
    /// thread may call this at any time; `report` runs on the calling thread, which holds no lock, and may call the pool. A task may end before its report.
    /// What `report` throws is passed on; the remaining tasks of callers are not reported then.
    template <class Report>
    void check(platform::time_span limit, Report&& report) {
      const time now = P::clock::now().time_since_epoch();
      const time longest = std::max<time>(limit, time::zero());
      // [WATCH-1] acquire, pairs with [WATCH-2]: the place of each worker in the list.
      for (per_worker* each = first_.load(std::memory_order_acquire); each != nullptr; each = each->place.read().next) {
        const auto began = each->turn.began();
        if (!began) continue;
        const time running = std::max(now - *began, time::zero());
        if (running >= longest && first_report(*each, *began))
          report(long_task{running, each->place.read().number, place_of(*each, *began)});
      }
      callers_.for_each_since(now - longest, [&](time began) { report(long_task{now - began, std::nullopt, std::nullopt}); });
    }

   private:
    void ended(per_worker& mine) noexcept {
      if (mine.of_callers)
        static_cast<void>(callers_.end());
      else
        static_cast<void>(mine.turn.drop());
    }
    void join(per_worker& mine) noexcept {
      mine.joined = true;
      // [WATCH-4] acquire, pairs with [WATCH-2]: the number of the worker before.
      per_worker* before = first_.load(std::memory_order_acquire);
      do {
        mine.place.write() = {before, before == nullptr ? 0 : before->place.read().number + 1};
        // [WATCH-2] release, pairs with [WATCH-1, WATCH-4]: the place of the worker. Of failure acquire [WATCH-4]: the number of the worker before.
      } while (!first_.compare_exchange_weak(before, &mine, std::memory_order_release, std::memory_order_acquire));
    }
    /// Nothing, if that turn has ended: it would be that of another task.
    static std::optional<platform::where> place_of(const per_worker& worker, time began) {
      const auto place = worker.posted_at.get();
      return worker.turn.began() == began ? place : std::nullopt;
    }
    /// The first of several checks that find the same turn reports it.
    static bool first_report(per_worker& worker, time began) noexcept {
      // [WATCH-3] relaxed, alone: one of the exchanges is the first.
      time::rep last = worker.reported.load(std::memory_order_relaxed);
      while (last < began.count()) {
        // [WATCH-3] relaxed, alone: the same.
        if (worker.reported.compare_exchange_weak(last, began.count(), std::memory_order_relaxed, std::memory_order_relaxed)) return true;
      }
      return false;
    }

    typename P::template atomic<per_worker*> first_;
    caller_stopwatch<P> callers_;
  };
};

static_assert(observer_policy<watchdog>);

}  // namespace weir::observer

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_LATE_STARTS_HPP
#define WEIR_POLICIES_OBSERVER_LATE_STARTS_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/coarse_time.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/platform/where.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace weir::observer {

/// A task that had waited for long when it began, as observer::late_starts tells of it.
struct late_start {
  std::chrono::nanoseconds waited{};  ///< from the call that posted it to its turn
  std::optional<platform::where>
      posted_at;  ///< file, function and line, if it was posted with weir::from_here(), and its turn came on a worker
};

/// Keeps each task that had waited in the queue for a limit or longer when it began, with the place of its post, until `pool.observer().check(report)`
/// tells of it. `pool.observer().limit(100ms)` sets the limit, which is a second at first. It counts nothing for stats().
///
/// Guarantee:  each task that has waited so long is reported once, by the first check after its end or its first suspension, or is one of those that a
///             check returns as lost: 64 are kept between two checks, the first ones. On a platform with a coarse clock a wait may be too short by a
///             tick of it, 1 to 10 ms on Linux.
/// Waiting:    as of observer::histograms. A task that was cancelled at its turn has waited, too; one that its future has cancelled has no place.
/// Cost:       a reading of the clock at the post, 8 bytes in the queue, a reading of the coarse clock per task; two locks for a task that was late, and two of
///             the worker's own for each that was posted with a place.
/// Not for:    tasks that never begin: weir::queue_watchdog.
/// Visibility: none of its own.
struct late_starts {
  using axis = axes::observer;

  template <class P>
  class on {
    using time = std::chrono::nanoseconds;

   public:
    struct alignas(platform::cache_line) per_worker {
      platform::place_note<P> posted_at;
      typename P::template cell<time> waited;  // the task of this turn, if it was late
      bool of_callers = false;
    };
    struct per_caller : per_worker {
      per_caller() noexcept { this->of_callers = true; }
    };

    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker&) noexcept {}
    /// Called after began().
    void taken(per_worker& mine, time posted) noexcept {
      const time waited = platform::coarse_time<P>::after(posted) - posted;
      // [LATE-1] relaxed, alone: a limit that changes meanwhile may hold or not.
      if (waited.count() < limit_.load(std::memory_order_relaxed)) return;
      if (mine.of_callers) return keep({waited, std::nullopt});
      mine.posted_at.forget_turn();
      mine.waited.write() = waited;
    }
    void completed(per_worker& mine) noexcept { ended(mine); }
    void panicked(per_worker& mine) noexcept { ended(mine); }
    void cancelled(per_worker& mine) noexcept { ended(mine); }
    void suspended(per_worker& mine) noexcept { ended(mine); }
    void resumed(per_worker&) noexcept {}
    void report(stats&) const noexcept {}
    void report(stats&, const per_worker&) const noexcept {}

    /// Which tasks are late from now on: those that have waited for `least` or longer. Any thread may call this at any time.
    void limit(platform::time_span least) noexcept {
      // [LATE-1] relaxed, alone: as in taken().
      limit_.store(std::chrono::nanoseconds(least).count(), std::memory_order_relaxed);
    }
    /// Calls `report`, a callable with a `const late_start&`, for each late task since the last check, in the order of their ends, and returns how many
    /// more were lost. Any thread may call this at any time; `report` runs on the calling thread, which holds no lock, and may call the pool. What it
    /// throws is passed on; the remaining tasks are not reported then.
    template <class Report>
    std::size_t check(Report&& report) {
      const kept found = take();
      for (std::size_t n = 0; n != std::min(found.total, most); ++n) report(found.tasks[n]);
      return found.total - std::min(found.total, most);
    }

   private:
    static constexpr std::size_t most = 64;
    struct kept {
      std::size_t total = 0;  // with those for which there is no place
      std::array<late_start, most> tasks{};
    };

    void ended(per_worker& mine) noexcept {
      if (mine.of_callers || mine.waited.read() == time::zero()) return;
      keep({mine.waited.read(), mine.posted_at.of_turn()});
      mine.waited.write() = time::zero();
    }
    void keep(const late_start& one) noexcept {
      typename P::unique_lock lock(mutex_);
      kept& all = kept_.write();
      if (all.total < most) all.tasks[all.total] = one;
      ++all.total;
    }
    kept take() {
      typename P::unique_lock lock(mutex_);
      const kept all = kept_.read();
      kept_.write().total = 0;
      return all;
    }

    typename P::template atomic<time::rep> limit_{std::chrono::nanoseconds(std::chrono::seconds(1)).count()};
    typename P::mutex mutex_;
    typename P::template cell<kept> kept_;
  };
};

static_assert(observer_policy<late_starts>);

}  // namespace weir::observer

#endif

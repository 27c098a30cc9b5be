// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_HISTOGRAMS_HPP
#define WEIR_POLICIES_OBSERVER_HISTOGRAMS_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/one_in.hpp>
#include <weir/policies/observer/storage/stopwatch.hpp>
#include <weir/policies/observer/storage/time_histogram.hpp>
#include <weir/policies/observer/storage/time_scale.hpp>

#include <chrono>
#include <memory>
#include <optional>

namespace weir::observer {

/// Histograms on a scale of `Octaves` powers of two of nanoseconds, each of 2^Bits classes, of one turn in `OneIn`. Users name them as
/// `observer::histograms` and `observer::sampled_histograms`.
template <unsigned Bits, unsigned Octaves, unsigned OneIn = 1>
struct histograms_by {
  using axis = axes::observer;
  using scale = time_scale<Bits, Octaves>;
  using histogram = time_histogram<scale>;

  template <class P>
  class on {
    struct shared {
      shared_histogram<P, scale> running;
      shared_histogram<P, scale> queued;
    };

   public:
    static constexpr unsigned stamps_one_in = OneIn;

    struct alignas(platform::cache_line) per_worker {
      turn_stopwatch<P> turn;
      typename P::template cell<shared*> to{nullptr};  // written once, before the worker's first turn
      typename P::template atomic<std::chrono::nanoseconds::rep> queued;  // how long the task of this turn had been; 0: not known
      bool of_callers = false;

      /// How long the task of this turn had been queued; 0: not known. For weir::dump.
      [[nodiscard]] std::chrono::nanoseconds waited() const noexcept {
        // [HIST-7] relaxed, alone: a dump prints it.
        return std::chrono::nanoseconds(queued.load(std::memory_order_relaxed));
      }
    };
    struct per_caller : per_worker {
      per_caller() noexcept { this->of_callers = true; }
    };

    /// Throws std::bad_alloc.
    on() : processors_(P::hardware_concurrency()), all_(new shared[processors_]) {}

    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker& mine) noexcept {
      const bool measured = platform::one_in<OneIn, P>();
      if (mine.of_callers) return callers_.begin(measured);
      if (mine.to.read() == nullptr) [[unlikely]]
        mine.to.write() = next();
      if (const auto before = measured ? mine.turn.begin() : mine.turn.skip()) mine.to.read()->running.add(*before);
      // [HIST-7] relaxed, alone: a dump prints it.
      if constexpr (OneIn != 1) mine.queued.store(0, std::memory_order_relaxed);
    }
    /// Called after began().
    void taken(per_worker& mine, std::chrono::nanoseconds posted) noexcept {
      const auto begun = mine.of_callers ? std::nullopt : mine.turn.begun_here();
      const auto now = begun ? *begun : P::clock::now().time_since_epoch();
      (mine.of_callers ? all_[0] : *mine.to.read()).queued.add(now - posted);
      // [HIST-7] relaxed, alone: a dump prints it.
      mine.queued.store((now - posted).count(), std::memory_order_relaxed);
    }
    void completed(per_worker& mine) noexcept { ended(mine); }
    void panicked(per_worker& mine) noexcept { ended(mine); }
    void cancelled(per_worker& mine) noexcept {
      if (mine.of_callers)
        static_cast<void>(callers_.end());
      else
        static_cast<void>(mine.turn.drop());
    }
    void suspended(per_worker& mine) noexcept { ended(mine); }
    void resumed(per_worker& mine) noexcept {
      began(mine);
      // [HIST-7] relaxed, alone: a dump prints it.
      mine.queued.store(0, std::memory_order_relaxed);
    }
    void report(stats&) const noexcept {}
    void report(stats&, const per_worker&) const noexcept {}

    /// How long the tasks that have ended so far were running. Any thread may call this at any time; a task that ends meanwhile may be left out. Linear
    /// in the number of processors and the size of the scale.
    [[nodiscard]] histogram running() const noexcept {
      histogram sum;
      for (unsigned each = 0; each != processors_; ++each) all_[each].running.add_to(sum);
      sum.add_unmeasured(callers_.unmeasured());
      return sum;
    }
    /// How long the tasks that have begun so far, or were cancelled at their turn, had waited since the call that posted them. The same otherwise.
    [[nodiscard]] histogram queued() const noexcept {
      histogram sum;
      for (unsigned each = 0; each != processors_; ++each) all_[each].queued.add_to(sum);
      return sum;
    }

   private:
    void ended(per_worker& mine) noexcept {
      const auto took = mine.of_callers ? callers_.end() : mine.turn.end();
      if (took) (mine.of_callers ? all_[0] : *mine.to.read()).running.add(*took);
    }
    /// The histograms are given to the workers in turn, so that the running ones seldom share one.
    shared* next() noexcept {
      // [HIST-1] relaxed, alone: any histogram will do.
      return &all_[given_.fetch_add(1, std::memory_order_relaxed) % processors_];
    }

    const unsigned processors_;
    const std::unique_ptr<shared[]> all_;
    typename P::template atomic<unsigned> given_;
    caller_stopwatch<P> callers_;
  };
};

/// Measures how long tasks, and the turns of coroutines (from a resume to the next suspension), were running, and how long tasks had waited before,
/// as histograms in memory of a fixed size. `pool.observer().running()` and `queued()` give count(), max(), and quantile(q), such as quantile(0.99). It
/// counts nothing for stats().
///
/// Guarantee:  each task that has ended is counted once, if it ran, and in queued() once, when its turn has come; quantiles are too long by at most 3.2 %, the
///             maximum is exact. In a light pool a thread may count its turn a moment after the pool is idle.
/// Waiting:    lasts from the call of post, submit or another to the task's turn, a wait for room included; each task of post_bulk has its own. Of a
///             coroutine the wait for its first turn is measured, of a task_group and a parallel algorithm that of the calls for help, of a
///             function_pool none.
/// Cost:       three readings of the clock, one compare-and-swap, two additions and 8 bytes in the queue per task; 20 KB for each processor, whatever the
///             number of tasks and workers. Callers that run tasks themselves read it four times and share a lock, and 64 of their tasks at the same time
///             are measured; others are counted in unmeasured().
/// Not for:    tasks of a microsecond, which the readings make longer by a tenth: observer::sampled_histograms.
/// Visibility: none of its own: a task may be counted before its effects are visible.
using histograms = histograms_by<5, 37>;

static_assert(observer_policy<histograms>);

}  // namespace weir::observer

#endif

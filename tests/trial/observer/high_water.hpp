// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/observer_policy.md
// conformance: observer observer_case<trial::high_water, true>
// 1: the totals of a worker are read and written back in two steps | may run concurrently, so counters must be atomic
// 2: the totals of a worker are plain numbers | counters must be atomic
// 3: the accepted tasks are added once per worker, too | report(s): adds the pool-wide totals; report(s, w): one worker's totals
// 4: a task that threw is counted as completed | as `panicked` when either threw
// 5: a task that threw is not counted at all, and is never over | panicked(w): a task threw, or ended its thread
#ifndef TESTS_TRIAL_OBSERVER_HIGH_WATER_HPP
#define TESTS_TRIAL_OBSERVER_HIGH_WATER_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdint>

namespace trial {

/// Counts, and knows how many tasks ran at once at most.
struct high_water {
  using axis = weir::axes::observer;

  template <class P>
  class on {
    using counter = typename P::template atomic<std::uint64_t>;

   public:
    struct per_worker {
      counter completed, panicked, cancelled;
      std::uint64_t plain = 0;
    };
    void accepted() noexcept { accepted_.fetch_add(1, std::memory_order_relaxed); }
    void refused() noexcept { refused_.fetch_add(1, std::memory_order_relaxed); }
    void discarded() noexcept { discarded_.fetch_add(1, std::memory_order_relaxed); }
    void began(per_worker&) noexcept {
      const std::uint64_t now = running_.fetch_add(1, std::memory_order_relaxed) + 1;
      std::uint64_t most = most_.load(std::memory_order_relaxed);
      while (most < now && !most_.compare_exchange_weak(most, now, std::memory_order_relaxed, std::memory_order_relaxed)) {
      }
    }
    void completed(per_worker& mine) noexcept {
      if (broken == 2)
        ++mine.plain;
      else
        over(mine.completed);
    }
    void panicked(per_worker& mine) noexcept {
      if (broken != 5) over(broken == 4 ? mine.completed : mine.panicked);
    }
    void cancelled(per_worker& mine) noexcept { over(mine.cancelled); }
    void report(weir::stats& into) const noexcept {
      into.accepted += get(accepted_);
      into.refused += get(refused_);
      into.discarded += get(discarded_);
    }
    void report(weir::stats& into, const per_worker& each) const noexcept {
      if (broken == 3) into.accepted += get(accepted_);
      into.completed += get(each.completed) + each.plain;
      into.panicked += get(each.panicked);
      into.cancelled += get(each.cancelled);
    }
    std::uint64_t running() const noexcept { return get(running_); }
    std::uint64_t most_at_once() const noexcept { return get(most_); }

   private:
    static std::uint64_t get(const counter& from) noexcept { return from.load(std::memory_order_relaxed); }
    void over(counter& total) noexcept {
      if (broken == 1)
        total.store(get(total) + 1, std::memory_order_relaxed);
      else
        total.fetch_add(1, std::memory_order_relaxed);
      running_.fetch_sub(1, std::memory_order_relaxed);
    }

    counter accepted_, refused_, discarded_, running_, most_;
  };
};
static_assert(weir::observer_policy<high_water>);

template <class P>
using verified = weir::pool<high_water, weir::queue::bounded<1>, weir::blocking::caller_runs, weir::panic::ignore, P>;

}  // namespace trial

#endif

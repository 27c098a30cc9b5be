// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_COUNTERS_HPP
#define WEIR_POLICIES_OBSERVER_COUNTERS_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/cache_line.hpp>

#include <cstdint>

namespace weir::observer {

/// Counts accepted, refused, dropped, completed, throwing, failed and cancelled tasks for stats().
///
/// Guarantee:  nothing is counted twice or missed; once the pool is idle and no post is under way,
///             accepted = completed + panicked + cancelled + handed back + what discard_oldest dropped.
/// Cost:       one shared addition per post, one addition to the worker's own cache line per task.
/// Not for:    many submitters of tiny tasks: use observer::none.
/// Visibility: none of its own: a total may be visible before the effects of its task.
struct counters {
  using axis = axes::observer;

  template <class P>
  class on {
    using total = typename P::template atomic<std::uint64_t>;

   public:
    struct alignas(platform::cache_line) per_worker {
      total completed;
      total failed;
      total panicked;
      total cancelled;
    };

    void accepted() noexcept { add(accepted_); }
    void refused() noexcept { add(refused_); }
    void discarded() noexcept { add(discarded_); }
    void began(per_worker&) noexcept {}
    void completed(per_worker& mine) noexcept { add(mine.completed); }
    void failed(per_worker& mine) noexcept { add(mine.failed); }
    void panicked(per_worker& mine) noexcept { add(mine.panicked); }
    void cancelled(per_worker& mine) noexcept { add(mine.cancelled); }
    void report(stats& into) const noexcept {
      into.accepted += get(accepted_);
      into.refused += get(refused_);
      into.discarded += get(discarded_);
    }
    void report(stats& into, const per_worker& each) const noexcept {
      into.completed += get(each.completed);
      into.failed += get(each.failed);
      into.panicked += get(each.panicked);
      into.cancelled += get(each.cancelled);
    }

   private:
    static void add(total& to) noexcept {
      // [COUNT-1] relaxed, alone: a total orders nothing.
      to.fetch_add(1, std::memory_order_relaxed);
    }
    static std::uint64_t get(const total& from) noexcept {
      // [COUNT-1] relaxed, alone: a total orders nothing.
      return from.load(std::memory_order_relaxed);
    }

    total accepted_;
    total refused_;
    total discarded_;
  };
};

static_assert(observer_policy<counters>);

}  // namespace weir::observer

#endif

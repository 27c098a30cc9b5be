// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_EXPIRY_AFTER_AGE_HPP
#define WEIR_POLICIES_EXPIRY_AFTER_AGE_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/deadline.hpp>

namespace weir::expiry {

/// A worker whose first task began `options::max_age` ago retires after its current task, or at once when idle. A new worker replaces it
/// if fewer than `options::min_workers` remain, or tasks without a worker. After cloudwego's gopool (WorkerMaxAge).
///
/// Guarantee:  no worker begins a task at that age, unless the system refuses the thread that would replace it. What the old thread has
///             accumulated (thread_locals, allocator caches, stack) is released.
/// Cost:       the clock is read after every task, and a thread is started now and then.
/// Not for:    shrinking a pool soon after a burst: use expiry::after_idle.
/// Visibility: none of its own.
struct after_age {
  using axis = axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = true;
    static constexpr time_point deadline(const worker_times<time_point>& t, const lifetimes& l) noexcept {
      return platform::no_later_than(t.born, l.max_age);
    }
  };
};

static_assert(expiry_policy<after_age>);

}  // namespace weir::expiry

#endif

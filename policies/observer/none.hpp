// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_NONE_HPP
#define WEIR_POLICIES_OBSERVER_NONE_HPP

#include <weir/concepts/observer_policy.hpp>

namespace weir::observer {

/// Nothing is counted.
///
/// Guarantee:  stats() still reports workers, idle, running, queued and waiting; its totals stay 0.
/// Cost:       nothing: every call and the object are empty.
/// Not for:    dashboards: use observer::counters.
/// Visibility: none of its own.
struct none {
  using axis = axes::observer;

  template <class P>
  struct on {
    struct per_worker {};
    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker&) noexcept {}
    void completed(per_worker&) noexcept {}
    void panicked(per_worker&) noexcept {}
    void cancelled(per_worker&) noexcept {}
    void report(stats&) const noexcept {}
    void report(stats&, const per_worker&) const noexcept {}
  };
};

static_assert(observer_policy<none>);

}  // namespace weir::observer

#endif

// SPDX-License-Identifier: Apache-2.0
// expect: weir: ObserverPolicy must provide `struct per_worker`; see docs/concepts/observer_policy\.md
#include <weir/concepts/observer_policy.hpp>

struct observer_without_per_worker {
  using axis = weir::axes::observer;

  template <class P>
  struct on {
    void accepted() noexcept;
    void refused() noexcept;
    void discarded() noexcept;
    void report(weir::stats&) const noexcept;
  };
};

static_assert(weir::explain_observer_policy<observer_without_per_worker>());

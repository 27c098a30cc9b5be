// SPDX-License-Identifier: Apache-2.0
// expect: weir: ObserverPolicy must provide `void cancelled\(per_worker&\) noexcept`; see docs/concepts/observer_policy\.md
#include <weir/concepts/observer_policy.hpp>

struct observer_without_cancelled {
  using axis = weir::axes::observer;

  template <class P>
  struct on {
    void accepted() noexcept;
    void refused() noexcept;
    void discarded() noexcept;
    struct per_worker {};
    void began(per_worker&) noexcept;
    void completed(per_worker&) noexcept;
    void panicked(per_worker&) noexcept;
    void report(weir::stats&) const noexcept;
    void report(weir::stats&, const per_worker&) const noexcept;
  };
};

static_assert(weir::explain_observer_policy<observer_without_cancelled>());

// SPDX-License-Identifier: Apache-2.0
// expect: weir: ExpiryPolicy must provide `static time_point deadline\(const weir::worker_times<time_point>&, const weir::lifetimes&\) noexcept`; see
// docs/concepts/expiry_policy\.md
#include <weir/concepts/expiry_policy.hpp>

struct expiry_without_deadline {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
  };
};

static_assert(weir::explain_expiry_policy<expiry_without_deadline>());

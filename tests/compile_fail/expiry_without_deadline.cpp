// SPDX-License-Identifier: Apache-2.0
// expect: weir: ExpiryPolicy must provide `static time_point deadline\(time_point idle_since, std::chrono::nanoseconds idle_after\) noexcept`; see docs/concepts/expiry_policy\.md
#include <weir/concepts/expiry_policy.hpp>

struct expiry_without_deadline {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    static constexpr bool expires = true;
  };
};

static_assert(weir::explain_expiry_policy<expiry_without_deadline>());

// SPDX-License-Identifier: Apache-2.0
// expect: weir: ExpiryPolicy must provide `static constexpr bool expires`; see docs/concepts/expiry_policy\.md
#include <weir/concepts/expiry_policy.hpp>

struct expiry_without_expires {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static time_point deadline(time_point idle_since, std::chrono::nanoseconds) noexcept { return idle_since; }
  };
};

static_assert(weir::explain_expiry_policy<expiry_without_expires>());

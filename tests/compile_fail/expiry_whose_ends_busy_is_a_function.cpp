// SPDX-License-Identifier: Apache-2.0
// expect first: weir: ExpiryPolicy must provide `static constexpr bool ends_busy`; see docs/concepts/expiry_policy\.md
#include <weir/pool.hpp>

struct expiry_whose_ends_busy_is_a_function {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy() { return false; }
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes&) noexcept { return t.idle_since; }
  };
};

weir::pool<expiry_whose_ends_busy_is_a_function> p;

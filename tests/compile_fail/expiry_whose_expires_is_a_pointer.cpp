// SPDX-License-Identifier: Apache-2.0
// expect first: weir: ExpiryPolicy must provide `static constexpr bool expires`; see docs/concepts/expiry_policy\.md
#include <weir/pool.hpp>

inline constexpr bool never = false;

struct expiry_whose_expires_is_a_pointer {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr const bool* expires = &never;
    static constexpr bool ends_busy = false;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes&) noexcept { return t.idle_since; }
  };
};

weir::pool<expiry_whose_expires_is_a_pointer> p;

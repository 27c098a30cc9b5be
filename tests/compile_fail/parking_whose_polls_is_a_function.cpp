// SPDX-License-Identifier: Apache-2.0
// expect first: weir: ParkingPolicy: `polls` must be a `static constexpr bool`; see docs/concepts/parking_policy\.md
#include <weir/policies/parking/park.hpp>
#include <weir/pool.hpp>

struct parking_whose_polls_is_a_function {
  using axis = weir::axes::parking;

  template <class P>
  struct on : weir::parking::park::on<P> {
    static constexpr bool polls() { return false; }
  };
};

weir::pool<parking_whose_polls_is_a_function> p;

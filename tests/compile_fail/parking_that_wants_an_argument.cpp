// SPDX-License-Identifier: Apache-2.0
// expect first: weir: ParkingPolicy must provide a public constructor without arguments, `on\(\)`: the pool makes the parking place of each worker
// itself; see docs/concepts/parking_policy\.md
#include <weir/pool.hpp>

struct parking_that_wants_an_argument {
  using axis = weir::axes::parking;

  template <class P>
  struct on {
    explicit on(int);
    void park();
    bool park_until(typename P::clock::time_point deadline);
    void unpark();
  };
};

weir::pool<parking_that_wants_an_argument> p;

// SPDX-License-Identifier: Apache-2.0
// expect: weir: ParkingPolicy must provide `template <class P> class on`; see docs/concepts/parking_policy\.md
#include <weir/pool.hpp>

struct parking_without_on {
  using axis = weir::axes::parking;
};

weir::pool<parking_without_on> p;

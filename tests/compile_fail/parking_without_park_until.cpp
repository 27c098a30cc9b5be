// SPDX-License-Identifier: Apache-2.0
// expect: weir: ParkingPolicy must provide `bool park_until\(time_point deadline\)`; see docs/concepts/parking_policy\.md
#include <weir/concepts/parking_policy.hpp>

struct parking_without_park_until {
  using axis = weir::axes::parking;

  template <class P>
  struct on {
    void park();
    void unpark();
  };
};

static_assert(weir::explain_parking_policy<parking_without_park_until>());

// SPDX-License-Identifier: Apache-2.0
// expect: weir: ParkingPolicy must provide `void park\(\)`; see docs/concepts/parking_policy\.md
#include <weir/concepts/parking_policy.hpp>

struct parking_without_park {
  using axis = weir::axes::parking;

  template <class P>
  struct on {
    bool park_until(typename P::clock::time_point deadline);
    void unpark();
  };
};

static_assert(weir::explain_parking_policy<parking_without_park>());

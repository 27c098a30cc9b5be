// SPDX-License-Identifier: Apache-2.0
// expect: weir: ParkingPolicy must provide `void unpark\(\)`; see docs/concepts/parking_policy\.md
#include <weir/concepts/parking_policy.hpp>

struct parking_without_unpark {
  using axis = weir::axes::parking;

  template <class P>
  struct on {
    void park();
    bool park_until(typename P::clock::time_point deadline);
  };
};

static_assert(weir::explain_parking_policy<parking_without_unpark>());

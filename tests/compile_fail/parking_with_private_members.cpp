// SPDX-License-Identifier: Apache-2.0
// expect first: weir: ParkingPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see
// docs/concepts/parking_policy\.md
#include <weir/pool.hpp>

struct parking_with_private_members {
  using axis = weir::axes::parking;

  template <class P>
  class on {
    void park();
    bool park_until(typename P::clock::time_point deadline);
    void unpark();
  };
};

weir::pool<parking_with_private_members> p;

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_UNPARK_IS_NEVER_LOST_HPP
#define WEIR_VERIFY_SCENARIOS_UNPARK_IS_NEVER_LOST_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// One thread parks twice, once with a deadline; another unparks it for each.
template <class Parking, class P>
struct unpark_is_never_lost {
  static constexpr const char* claim = "I3: an unpark ends the park under way, or the next one";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr budgets budget{.timeouts = 1, .spurious = 1};
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 0) {
      message.write() = 1;
      parker.unpark();
    } else {
      if (!parker.park_until(P::clock::now() + std::chrono::nanoseconds(1))) parker.park();
      check<P>(message.read() == 1, claim);
    }
  }

  typename Parking::template on<P> parker;
  typename P::template cell<int> message;
};

}  // namespace weir::verify::scenarios

#endif

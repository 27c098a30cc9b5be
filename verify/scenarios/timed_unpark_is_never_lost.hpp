// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TIMED_UNPARK_IS_NEVER_LOST_HPP
#define WEIR_VERIFY_SCENARIOS_TIMED_UNPARK_IS_NEVER_LOST_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// As unpark_is_never_lost, with a deadline that no schedule reaches: only the unpark can end the park, and no expiry makes up for a
/// lost one.
template <class Parking, class P>
struct timed_unpark_is_never_lost {
  static constexpr const char* claim = "I3: an unpark ends the timed park under way, however late its deadline";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr budgets budget{.spurious = 1};
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 0) {
      message.write() = 1;
      parker.unpark();
    } else {
      while (!parker.park_until(P::clock::now() + std::chrono::hours(1))) {
      }
      check<P>(message.read() == 1, claim);
    }
  }

  typename Parking::template on<P> parker;
  typename P::template cell<int> message;
};

}  // namespace weir::verify::scenarios

#endif

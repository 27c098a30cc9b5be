// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_SLOW_WAKE_HPP
#define TESTS_SUPPORT_SLOW_WAKE_HPP

#include <weir/policies/parking/park.hpp>

#include "tests/support/event.hpp"

#include <atomic>
#include <optional>

namespace weir::tests {

/// parking::park, which calls Stop::stop_here() between a worker's wake-up and its look.
template <class Stop>
struct stopping_park {
  using axis = axes::parking;
  template <class Platform>
  class on : parking::park::on<Platform> {
    using base = parking::park::on<Platform>;

   public:
    void park() {
      base::park();
      Stop::stop_here();
    }
    bool park_until(typename Platform::clock::time_point t) {
      const bool came = base::park_until(t);
      if (came) Stop::stop_here();
      return came;
    }
    using base::unpark;
  };
};

/// Stops one worker between its wake-up and its look, as a busy machine does.
struct slow_wake : stopping_park<slow_wake> {
  static inline std::atomic<bool> next_is_slow = false;
  static inline std::optional<event> stands;
  static inline std::optional<event> goes_on;
  static void stops_the_next() {
    stands.emplace();
    goes_on.emplace();
    next_is_slow = true;
  }
  static void stop_here() {
    if (!next_is_slow.exchange(false)) return;
    stands->set();
    goes_on->wait();
  }
};

}  // namespace weir::tests

#endif

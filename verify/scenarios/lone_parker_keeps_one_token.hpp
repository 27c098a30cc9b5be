// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LONE_PARKER_KEEPS_ONE_TOKEN_HPP
#define WEIR_VERIFY_SCENARIOS_LONE_PARKER_KEEPS_ONE_TOKEN_HPP

#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// One thread unparks and parks, and no other one helps it: no call may wait for another thread, and a deadline that has come ends a park.
///
///     unpark: waits for the worker to take the token ..... for ever
///     park_until a time that has come: waits for an unpark ..... for ever
template <class Parking, class P>
struct lone_parker_keeps_one_token {
  static constexpr const char* claim =
      "I3: an unpark waits for no worker, and leaves one token; a timed park without one ends at its deadline";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 100, .pct3 = 0, .bound = 0};

  void thread(unsigned) {
    expect_none("I3: park_until() gives up at its deadline, if there is no token");
    parker.unpark();
    parker.unpark();
    check<P>(parker.park_until(P::clock::now()), "I3: park_until() takes a token that is there, even at its deadline");
    expect_none("I3: two unparks before one park are one, and park_until() takes the token");
    parker.unpark();
    parker.park();
    expect_none("I3: park() takes the token");
  }

 private:
  void expect_none(const char* what) { check<P>(!parker.park_until(P::clock::now()), what); }

  typename Parking::template on<P> parker;
};

}  // namespace weir::verify::scenarios

#endif

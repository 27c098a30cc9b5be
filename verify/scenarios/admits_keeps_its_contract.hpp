// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ADMITS_KEEPS_ITS_CONTRACT_HPP
#define WEIR_VERIFY_SCENARIOS_ADMITS_KEEPS_ITS_CONTRACT_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/sample.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// What a blocking policy that waits answers as the program runs, by itself: for few waiting submitters and for many, each number twice. The
/// compiler asks the same where it can.
///
///     policy: two may wait                   policy, of 300 that wait: that is an error, let the next one in
template <class Blocking, class P>
struct admits_keeps_its_contract {
  static constexpr const char* claim = "I13: a submitter is let wait if none waits, and none behind one that is not";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 1, .pct3 = 0, .bound = 0};

  using policy = typename Blocking::template on<P>;

  void thread(unsigned) {
    check<P>(policy::admits(0), claim);
    check<P>(!any_of_sample<std::size_t>([](std::size_t n) { return policy::admits(n) != policy::admits(n); }),
             "I13: admits(n) depends on n alone");
    check<P>(!admits_out_of_order<policy>(), claim);
  }
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP
#define TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP

// What nearly every program of scenarios includes, so that it is compiled once. The programs include what they need all the same.
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/harness.hpp>

namespace weir::tests {

// The pool that most policies are checked with, and all that pools have in common on this platform.
inline int claims_of_a_pool(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<1>, verify::relacy>>>(argc, argv);
}

}  // namespace weir::tests

#endif  // TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_CLAIMS_EXPECT_HPP
#define WEIR_TESTS_VERIFY_CLAIMS_EXPECT_HPP

#include "tests/verify/relacy_expect.hpp"

#include <weir/pool.hpp>
#include <weir/verify/support/heard_drops.hpp>

#include <string>
#include <utility>

// What a claim says of a policy that breaks it, and of one that does not.

namespace expect {

/// As the user's entry makes it.
template <class... Policies>
using pool_of = weir::verify::hearing<weir::pool<Policies..., weir::verify::relacy>>;

inline verdict::result quick(const checker::host& h) {
  checker::arguments a;
  a.executions = 500;
  return verdict(std::move(a), nowhere()).run(h);
}

/// Some scheduler finds it soon, and says these words.
inline void caught(const checker::host& h, const std::string& words) {
  const verdict::result r = quick(h);
  const std::string said = r.failed ? rl::test_result_str(r.outcomes.back().result) + (": " + r.outcomes.back().reason) : "nothing";
  that(r.failed && said.find(words) != std::string::npos, r.scenario + " finds: " + said);
}
inline void passes(const checker::host& h) {
  const verdict::result r = quick(h);
  that(r.passed(), r.scenario + " finds no fault with the sound one" + (r.failed ? ": " + r.outcomes.back().reason : ""));
}
template <class Scenario>
checker::host one() {
  return checker::host_of<Scenario>();
}

}  // namespace expect

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_RELACY_EXPECT_HPP
#define WEIR_TESTS_VERIFY_RELACY_EXPECT_HPP

#include <weir/verify/support/verdict.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace expect {

using namespace weir::verify;
using P = relacy;

inline int failures = 0;

inline void that(bool holds, const std::string& sentence) {
  std::printf("%s  %s\n", holds ? "ok    " : "FAILED", sentence.c_str());
  failures += holds ? 0 : 1;
}

inline std::FILE* nowhere() {
  static std::FILE* const f = std::fopen("/dev/null", "w");
  return f;
}

/// All schedulers, quietly.
template <class S>
verdict::result portfolio(checker::arguments a = {}) {
  return verdict(std::move(a), nowhere()).run<S>();
}

/// The right version of something: no scheduler finds fault with it.
template <class S>
void sound() {
  const verdict::result r = portfolio<S>();
  std::string sentence = r.scenario + " passes " + std::to_string(r.executions) + " executions";
  if (r.failed) sentence += ", but: " + std::string(rl::test_result_str(r.outcomes.back().result)) + " " + r.outcomes.back().reason;
  that(r.passed(), sentence);
}

/// The broken version: every scheduler of the portfolio alone finds it, it is this kind of failure, the reason contains
/// these words, and the failing execution repeats itself.
template <class S>
void broken(rl::test_result_e kind, const std::string& words = "") {
  for (const char* scheduler : {"random", "pct3", "pct5", "search"}) {
    checker::arguments a;
    a.scheduler = scheduler;
    const verdict::result r = portfolio<S>(a);
    const std::string who = r.scenario + " is found by " + scheduler;
    if (!r.failed) {
      that(false, who);
      continue;
    }
    const checker::outcome& o = r.outcomes.back();
    that(o.result == kind && o.reason.find(words) != std::string::npos && o.deterministic,
         who + ": " + rl::test_result_str(o.result) + (o.reason.empty() ? "" : ", ") + o.reason + ", execution " + std::to_string(o.executions) +
             (o.deterministic ? "" : ", BUT NOT AGAIN"));
  }
}

inline int exit_code() {
  std::printf("%d expectations failed\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace expect

#endif

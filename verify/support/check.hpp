// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_CHECK_HPP
#define WEIR_VERIFY_SUPPORT_CHECK_HPP

#include <weir/platform/where.hpp>

#include <cstdio>
#include <cstdlib>

namespace weir::verify {

/// States a claim inside a scenario: `check<P>(pool.stats().workers <= 2, "I1: never more workers than the capacity")`.
/// A checking platform has the hook `static void check(bool, const char* claim, where)` and ends the execution as a failure
/// with this sentence; on a platform without it a false claim ends the program.
template <class P>
void check(bool holds, const char* claim, platform::where at = platform::where::current()) {
  if constexpr (requires { P::check(holds, claim, at); }) {
    P::check(holds, claim, at);
  } else if (!holds) {
    std::fprintf(stderr, "%s:%u: in %s: does not hold: %s\n", at.file, at.line, at.function, claim);
    std::abort();
  }
}

/// A number below n that the scheduler picks, so that a scenario may explore its own alternatives. A platform without
/// the hook `static unsigned choose(unsigned n)` always answers 0.
template <class P>
unsigned choose(unsigned n) {
  if constexpr (requires { P::choose(n); }) {
    return P::choose(n);
  } else {
    return 0;
  }
}

/// Says which calls the scenario has made so far, the last one before it is made: if that crashes, the report has them. A platform without the
/// hook `static void tell_calls(const char*)` does nothing.
template <class P>
void tell_calls(const char* calls) {
  if constexpr (requires { P::tell_calls(calls); }) P::tell_calls(calls);
}

/// Until allocations_succeed(), the allocation after the next `spared` ones fails, and so does each one after it. A platform without the hook
/// `static void allocations_fail_after(unsigned)` has memory for all.
template <class P>
void allocations_fail_after(unsigned spared) {
  if constexpr (requires { P::allocations_fail_after(spared); }) P::allocations_fail_after(spared);
}
template <class P>
void allocations_succeed() {
  allocations_fail_after<P>(~0U);
}

}  // namespace weir::verify

#endif

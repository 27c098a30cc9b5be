// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/panic_is_told_of_its_task.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/support/heard_panics.hpp>

#include <cstdio>
#include <exception>

using namespace weir;

namespace {

// The handler throws in its turn, which the pool must contain.
struct rethrower {
  void operator()(std::exception_ptr what) const { std::rethrow_exception(what); }
};

// Of all panic policies, what they are called with.
struct told {
  using list =
      verify::scenario_list<verify::scenarios::panic_is_told_of_its_task<pool<observer::counters, verify::heard_panics, verify::relacy>>>;
};

}  // namespace

int main(int argc, char** argv) {
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return 2;  // the pool reports what the policies throw, in thousands of executions
  return verify::run_claims<verify::pool_claims<pool<panic::call<rethrower>, verify::relacy>>, told>(argc, argv);
}

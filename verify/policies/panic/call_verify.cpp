// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

#include <exception>

using namespace weir;

namespace {

// The handler throws in its turn, which the pool must contain.
struct rethrower {
  void operator()(std::exception_ptr what) const { std::rethrow_exception(what); }
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<panic::call<rethrower>, verify::relacy>>>(argc, argv);
}

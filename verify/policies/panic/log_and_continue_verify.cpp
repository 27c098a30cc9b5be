// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

#include <cstdio>

using namespace weir;

int main(int argc, char** argv) {
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return 2;  // the policy logs thousands of executions
  return verify::run_claims<verify::pool_claims<pool<panic::log_and_continue, verify::relacy>>>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/terminate.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

// No task throws here: what the policy does then is in tests/policies/panic/terminate_test.cpp.
int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<pool<panic::terminate, verify::relacy>>>(argc, argv); }

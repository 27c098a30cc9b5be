// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

// As bounded_pool, with a ring of two places: a slot has a neighbour, and a lap is longer than one task.

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<2>, expiry::after_idle, panic::ignore, verify::relacy>>>(argc, argv);
}

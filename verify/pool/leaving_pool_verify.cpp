// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::unbounded_by<2>, workers::none, verify::relacy>>>(argc, argv);
}

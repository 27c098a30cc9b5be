// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::unbounded_by<1>, growth::on_demand, verify::relacy>>>(argc, argv);
}

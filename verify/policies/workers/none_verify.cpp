// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/idle_store_keeps_every_worker.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct store_claims {
  using list = verify::scenario_list<verify::scenarios::idle_store_keeps_every_worker<workers::none, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<store_claims, verify::pool_claims<pool<queue::none, workers::none, verify::relacy>>>(argc, argv);
}

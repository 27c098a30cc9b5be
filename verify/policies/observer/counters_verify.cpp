// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct observer_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<observer::counters, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<observer_claims, verify::pool_claims<pool<queue::bounded<1>, observer::counters, verify::relacy>>>(argc, argv);
}

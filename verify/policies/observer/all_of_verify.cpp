// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

using many = observer::all_of<observer::histograms_by<0, 1>, observer::trace>;

struct observer_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<many, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<observer_claims, verify::pool_claims<pool<queue::bounded<1>, blocking::caller_runs, many, verify::relacy>>>(
      argc, argv);
}

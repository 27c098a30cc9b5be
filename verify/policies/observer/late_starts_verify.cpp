// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/late_starts.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/late_start_is_reported_once.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct late_starts_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<observer::late_starts, verify::relacy>,
                                     verify::scenarios::late_start_is_reported_once<verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<late_starts_claims,
                            verify::pool_claims<pool<queue::bounded<1>, blocking::caller_runs, observer::late_starts, verify::relacy>>>(
      argc, argv);
}

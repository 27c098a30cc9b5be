// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/long_task_is_reported_once.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct watchdog_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<observer::watchdog, verify::relacy>,
                                     verify::scenarios::long_task_is_reported_once<verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<watchdog_claims,
                            verify::pool_claims<pool<queue::bounded<1>, blocking::caller_runs, observer::watchdog, verify::relacy>>>(argc,
                                                                                                                                     argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/trace_tells_every_task.hpp>
#include <weir/verify/scenarios/trace_tells_every_turn.hpp>

using namespace weir;

namespace {

using traced = pool<queue::bounded<1>, blocking::caller_runs, observer::trace, verify::relacy>;

struct turns_on_threads : verify::scenarios::trace_tells_every_turn<pool<observer::trace, verify::relacy>> {
  static constexpr const char* name = "trace_tells_every_turn_on_threads";
};

struct trace_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<observer::trace, verify::relacy>,
                                     verify::scenarios::trace_tells_every_task<traced>, turns_on_threads,
                                     verify::scenarios::trace_tells_every_turn<light_pool<observer::trace, verify::relacy>>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<traced>, trace_claims>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/histograms_have_every_turn.hpp>
#include <weir/verify/scenarios/late_turn_end_vs_next_begin.hpp>
#include <weir/verify/scenarios/longest_time_is_kept.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

using histograms = observer::histograms_by<0, 1>;
using measured = pool<queue::bounded<1>, blocking::caller_runs, histograms, verify::relacy>;

struct turns_on_threads : verify::scenarios::histograms_have_every_turn<pool<histograms, verify::relacy>> {
  static constexpr const char* name = "histograms_have_every_turn_on_threads";
};

struct histogram_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<histograms, verify::relacy>,
                                     verify::scenarios::late_turn_end_vs_next_begin<verify::relacy>,
                                     verify::scenarios::longest_time_is_kept<verify::relacy>, turns_on_threads,
                                     verify::scenarios::histograms_have_every_turn<light_pool<histograms, verify::relacy>, 2>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<measured>, histogram_claims>(argc, argv); }

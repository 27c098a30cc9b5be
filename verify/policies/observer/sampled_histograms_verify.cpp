// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/histograms_have_every_turn.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

// observer::sampled_histograms on the smallest scale. The checker decides which task is drawn.
using sampled = observer::sampled_histograms_by<0, 1>;

struct turns_of_a_sample : verify::scenarios::histograms_have_every_turn<light_pool<sampled, verify::relacy>, 4> {
  static constexpr const char* name = "histograms_have_no_turn_of_a_sample_twice";
};

struct sample_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<sampled, verify::relacy>, turns_of_a_sample>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<1>, blocking::caller_runs, sampled, verify::relacy>>, sample_claims>(
      argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/awaited_future_vs_outcome.hpp>
#include <weir/verify/scenarios/deadline_vs_answer.hpp>
#include <weir/verify/scenarios/timed_unpark_is_never_lost.hpp>
#include <weir/verify/scenarios/unpark_is_never_lost.hpp>
#include <weir/verify/support/verdict.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using parking_policy = parking::spin_then_park<2>;
  return verify::run_scenarios<verify::scenarios::unpark_is_never_lost<parking_policy, verify::relacy>,
                               verify::scenarios::timed_unpark_is_never_lost<parking_policy, verify::relacy>,
                               verify::scenarios::awaited_future_vs_outcome<light_pool<queue::none, verify::relacy>>,
                               verify::scenarios::deadline_vs_answer<light_pool<queue::none, verify::relacy>>>(argc, argv);
}

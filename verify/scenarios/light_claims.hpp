// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LIGHT_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_LIGHT_CLAIMS_HPP

#include <weir/verify/scenarios/expiry_vs_hand_over.hpp>
#include <weir/verify/scenarios/opening_pool_vs_its_carriers.hpp>
#include <weir/verify/scenarios/place_of_a_sleeper_vs_submitter.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/sleep_vs_call_off.hpp>
#include <weir/verify/scenarios/sleeper_vs_busy_carrier.hpp>
#include <weir/verify/scenarios/suspended_task_vs_stop.hpp>

namespace weir::verify {

/// The scenarios of tasks that sleep, and of the carriers that they leave, for light pools that wait for room.
template <class Pool>
struct light_claims {
  using list = scenario_list<scenarios::sleeper_vs_busy_carrier<Pool>, scenarios::sleep_vs_call_off<Pool>,
                             scenarios::suspended_task_vs_stop<Pool>, scenarios::place_of_a_sleeper_vs_submitter<Pool>,
                             scenarios::opening_pool_vs_its_carriers<Pool>>;
};
/// Of light workers that leave when they have rested for a while: they rest in the wheel of a ready list, and can be called from there.
template <class Pool>
struct leaving_light_claims {
  using list = scenario_list<scenarios::expiry_vs_hand_over<Pool>>;
};

}  // namespace weir::verify

#endif

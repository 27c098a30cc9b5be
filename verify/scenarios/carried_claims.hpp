// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CARRIED_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_CARRIED_CLAIMS_HPP

#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/sleep_vs_call_off.hpp>
#include <weir/verify/scenarios/sleeper_vs_busy_carrier.hpp>
#include <weir/verify/scenarios/sleeper_vs_handed_task.hpp>
#include <weir/verify/scenarios/suspended_task_vs_stop.hpp>
#include <weir/verify/scenarios/waker_vs_end_of_the_pool.hpp>

namespace weir::verify {

/// The scenarios of tasks that sleep or are woken, for whatever pool gives them their turns.
template <class Pool>
struct carried_claims {
  using list =
      scenario_list<scenarios::sleeper_vs_busy_carrier<Pool>, scenarios::sleeper_vs_handed_task<Pool>, scenarios::sleep_vs_call_off<Pool>,
                    scenarios::suspended_task_vs_stop<Pool>, scenarios::waker_vs_end_of_the_pool<Pool>>;
};

}  // namespace weir::verify

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_CLAIMS_HPP

#include <weir/verify/scenarios/adders_vs_refused_ticket.hpp>
#include <weir/verify/scenarios/group_cancel_vs_run.hpp>
#include <weir/verify/scenarios/group_first_exception.hpp>
#include <weir/verify/scenarios/group_has_many_waiters.hpp>
#include <weir/verify/scenarios/group_helps_itself.hpp>
#include <weir/verify/scenarios/group_in_group_on_one_worker.hpp>
#include <weir/verify/scenarios/group_timed_wait_vs_run.hpp>
#include <weir/verify/scenarios/group_token_vs_its_end.hpp>
#include <weir/verify/scenarios/group_vs_waiter_on_the_spot.hpp>
#include <weir/verify/scenarios/group_wait_vs_last_task.hpp>
#include <weir/verify/scenarios/next_group_vs_late_ticket.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

namespace weir::verify {

/// Everything that task_group promises on a pool type.
template <class Pool>
struct group_claims {
  using list = decltype(scenario_list<scenarios::group_wait_vs_last_task<Pool>, scenarios::group_helps_itself<Pool>,
                                      scenarios::group_has_many_waiters<Pool>, scenarios::group_in_group_on_one_worker<Pool>,
                                      scenarios::group_cancel_vs_run<Pool>, scenarios::group_first_exception<Pool>,
                                      scenarios::group_timed_wait_vs_run<Pool>, scenarios::group_token_vs_its_end<Pool>,
                                      scenarios::group_vs_waiter_on_the_spot<Pool>, scenarios::adders_vs_refused_ticket<Pool>>() +
                        scenarios_if<!Pool::config_type::hands_over, scenarios::next_group_vs_late_ticket<Pool>>());
};

}  // namespace weir::verify

#endif

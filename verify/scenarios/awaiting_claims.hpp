// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_AWAITING_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_AWAITING_CLAIMS_HPP

#include <weir/verify/scenarios/awaited_future_vs_outcome.hpp>
#include <weir/verify/scenarios/awaited_group_vs_last_task.hpp>
#include <weir/verify/scenarios/channel_close_vs_waiters.hpp>
#include <weir/verify/scenarios/coroutine_submitter_vs_room.hpp>
#include <weir/verify/scenarios/deadline_vs_answer.hpp>
#include <weir/verify/scenarios/foreign_wait_vs_stop.hpp>
#include <weir/verify/scenarios/group_deadline_vs_run.hpp>
#include <weir/verify/scenarios/item_vs_call_off.hpp>
#include <weir/verify/scenarios/lock_is_handed_on.hpp>
#include <weir/verify/scenarios/permit_vs_call_off.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/scheduled_coroutine_vs_stop.hpp>
#include <weir/verify/scenarios/select_vs_two_answers.hpp>

namespace weir::verify {

/// The scenarios of tasks that wait for each other, in channels, semaphores and locks, for results and groups, and that go to other pools.
template <class Pool>
struct awaiting_claims {
  using list =
      scenario_list<scenarios::channel_close_vs_waiters<Pool>, scenarios::item_vs_call_off<Pool>, scenarios::permit_vs_call_off<Pool>,
                    scenarios::lock_is_handed_on<Pool>, scenarios::deadline_vs_answer<Pool>, scenarios::select_vs_two_answers<Pool>,
                    scenarios::awaited_future_vs_outcome<Pool>, scenarios::awaited_group_vs_last_task<Pool>,
                    scenarios::group_deadline_vs_run<Pool>, scenarios::scheduled_coroutine_vs_stop<Pool>,
                    scenarios::foreign_wait_vs_stop<Pool>, scenarios::coroutine_submitter_vs_room<Pool>>;
};

}  // namespace weir::verify

#endif

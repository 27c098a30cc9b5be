// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SURFACE_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_SURFACE_CLAIMS_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/parking_policy.hpp>
#include <weir/verify/scenarios/aged_worker_vs_post.hpp>
#include <weir/verify/scenarios/bulk_post_wakes_enough.hpp>
#include <weir/verify/scenarios/cancelled_task_vs_its_neighbours.hpp>
#include <weir/verify/scenarios/construction_vs_failed_starts.hpp>
#include <weir/verify/scenarios/discard_oldest_vs_worker.hpp>
#include <weir/verify/scenarios/full_pool_drops.hpp>
#include <weir/verify/scenarios/getters_vs_changes.hpp>
#include <weir/verify/scenarios/hooks_are_paired.hpp>
#include <weir/verify/scenarios/idle_pool_stands_still.hpp>
#include <weir/verify/scenarios/idle_surplus_vs_posts.hpp>
#include <weir/verify/scenarios/leaving_worker_vs_waiting_submitter.hpp>
#include <weir/verify/scenarios/overflow_vs_shutdown.hpp>
#include <weir/verify/scenarios/pause_gives_up_vs_post.hpp>
#include <weir/verify/scenarios/pause_vs_failed_start.hpp>
#include <weir/verify/scenarios/pause_vs_post.hpp>
#include <weir/verify/scenarios/pause_vs_resize.hpp>
#include <weir/verify/scenarios/pause_vs_shutdown.hpp>
#include <weir/verify/scenarios/purge_vs_wait_idle.hpp>
#include <weir/verify/scenarios/purge_vs_waiting_submitter.hpp>
#include <weir/verify/scenarios/refused_calls_vs_post.hpp>
#include <weir/verify/scenarios/resize_vs_reused_record.hpp>
#include <weir/verify/scenarios/resume_vs_resting_worker.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/surplus_worker_vs_queued_task.hpp>
#include <weir/verify/scenarios/two_pausers.hpp>
#include <weir/verify/scenarios/user_code_calls_the_pool.hpp>

namespace weir::verify {

/// The scenarios about pauses, purges, posts of many, hooks, the policies that drop tasks, overflow or age; and what holds for every pool
/// whatever its policies.
template <class Pool>
struct surface_claims {
  using config = typename Pool::config_type;
  static constexpr full_reaction when_full = config::can_be_full ? config::blocking::when_full : full_reaction::wait;
  static constexpr bool keeps_tasks = when_full != full_reaction::drop_new && when_full != full_reaction::drop_old;
  static constexpr bool takes_time = requires { requires Pool::allowed.timeouts != 0; };
  /// Do tasks that wait for each other get a worker each?
  static constexpr bool meets = when_full == full_reaction::wait && config::growth::wants(1) && config::most_workers >= 2;

  using any_pool = scenario_list<scenarios::leaving_worker_vs_waiting_submitter<Pool>, scenarios::refused_calls_vs_post<Pool>,
                                 scenarios::user_code_calls_the_pool<Pool>, scenarios::getters_vs_changes<Pool>,
                                 scenarios::cancelled_task_vs_its_neighbours<Pool>, scenarios::resize_vs_reused_record<Pool>>;

  using list =
      decltype(any_pool() + scenarios_if<!polling_parking<typename config::parking>, scenarios::idle_pool_stands_still<Pool>>() +
               scenarios_if<keeps_tasks, scenarios::pause_vs_post<Pool>, scenarios::resume_vs_resting_worker<Pool>,
                            scenarios::two_pausers<Pool>, scenarios::pause_vs_shutdown<Pool>, scenarios::pause_gives_up_vs_post<Pool>>() +
               scenarios_if<!config::agents::suspends, scenarios::construction_vs_failed_starts<Pool>>() +
               scenarios_if<(keeps_tasks && !config::agents::suspends), scenarios::pause_vs_failed_start<Pool>,
                            scenarios::hooks_are_paired<Pool>>() +
               scenarios_if<meets, scenarios::bulk_post_wakes_enough<Pool>>() +
               scenarios_if<meets, scenarios::idle_surplus_vs_posts<Pool>>() +
               scenarios_if<(meets && !config::hands_over), scenarios::surplus_worker_vs_queued_task<Pool>>() +
               scenarios_if<(keeps_tasks && config::workers::keeps && !config::hands_over), scenarios::pause_vs_resize<Pool>>() +
               scenarios_if<!config::hands_over, scenarios::purge_vs_wait_idle<Pool>>() +
               scenarios_if<(config::can_wait && when_full == full_reaction::wait && !config::hands_over),
                            scenarios::purge_vs_waiting_submitter<Pool>>() +
               scenarios_if<(config::can_be_full && when_full == full_reaction::overflow), scenarios::overflow_vs_shutdown<Pool>>() +
               scenarios_if<(when_full == full_reaction::drop_old), scenarios::discard_oldest_vs_worker<Pool>>() +
               scenarios_if<(!keeps_tasks && !takes_time), scenarios::full_pool_drops<Pool>>() +
               scenarios_if<config::expiry::ends_busy, scenarios::aged_worker_vs_post<Pool>>());
};

}  // namespace weir::verify

#endif

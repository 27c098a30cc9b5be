// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POOL_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_POOL_CLAIMS_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/verify/scenarios/blocked_submitter_vs_room.hpp>
#include <weir/verify/scenarios/capacity_is_never_exceeded.hpp>
#include <weir/verify/scenarios/close_unblocks_everybody.hpp>
#include <weir/verify/scenarios/contexts_throw_at_once.hpp>
#include <weir/verify/scenarios/counts_add_up.hpp>
#include <weir/verify/scenarios/end_vs_failed_start.hpp>
#include <weir/verify/scenarios/expired_worker_had_its_time.hpp>
#include <weir/verify/scenarios/expiry_vs_hand_over.hpp>
#include <weir/verify/scenarios/failed_thread_start.hpp>
#include <weir/verify/scenarios/free_workers_are_room.hpp>
#include <weir/verify/scenarios/full_pool_vs_deadline.hpp>
#include <weir/verify/scenarios/given_task_vs_refused_thread.hpp>
#include <weir/verify/scenarios/given_tasks_vs_ending_worker.hpp>
#include <weir/verify/scenarios/join_vs_shutdown.hpp>
#include <weir/verify/scenarios/last_worker_retires_vs_post.hpp>
#include <weir/verify/scenarios/late_searcher_vs_meeting_tasks.hpp>
#include <weir/verify/scenarios/many_stoppers.hpp>
#include <weir/verify/scenarios/oldest_task_gets_the_worker.hpp>
#include <weir/verify/scenarios/pending_task_vs_resize.hpp>
#include <weir/verify/scenarios/post_vs_shutdown.hpp>
#include <weir/verify/scenarios/post_vs_stop.hpp>
#include <weir/verify/scenarios/purge_vs_given_task.hpp>
#include <weir/verify/scenarios/purge_vs_refused_thread.hpp>
#include <weir/verify/scenarios/restart_vs_straggler.hpp>
#include <weir/verify/scenarios/resting_worker_vs_meeting_tasks.hpp>
#include <weir/verify/scenarios/results_arrive.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/searching_surplus_vs_post.hpp>
#include <weir/verify/scenarios/shrinking_vs_busy_workers.hpp>
#include <weir/verify/scenarios/slow_start_vs_next_task.hpp>
#include <weir/verify/scenarios/starting_searcher_vs_idle_worker.hpp>
#include <weir/verify/scenarios/surface_claims.hpp>
#include <weir/verify/scenarios/tagged_tasks_run.hpp>
#include <weir/verify/scenarios/task_posts_to_its_own_full_pool.hpp>
#include <weir/verify/scenarios/tasks_that_meet_all_get_workers.hpp>
#include <weir/verify/scenarios/throwing_task_costs_nothing.hpp>
#include <weir/verify/scenarios/timed_post_gives_up.hpp>
#include <weir/verify/scenarios/two_tasks_throw_at_once.hpp>
#include <weir/verify/scenarios/wait_idle_means_idle.hpp>
#include <weir/verify/scenarios/workers_start_with_the_pool.hpp>
#include <weir/verify/support/tagged.hpp>

#include <tuple>
#include <type_traits>

namespace weir::verify {

/// The scenarios that make sense for a pool type, chosen by what its policies can do.
template <class Pool>
struct pool_claims {
  using config = typename Pool::config_type;
  static constexpr full_reaction when_full = config::can_be_full ? config::blocking::when_full : full_reaction::wait;
  static constexpr bool refuses = when_full == full_reaction::refuse || when_full == full_reaction::drop_new;
  static constexpr bool runs_here = when_full == full_reaction::run_here;
  /// With the options that the scenarios give it. If these could choose something else, it is only its code that can wait.
  static constexpr bool waits = config::can_wait && when_full == full_reaction::wait;
  static constexpr bool has_a_limit = when_full != full_reaction::overflow;
  /// Does a task that waits for another bring it a worker?
  static constexpr bool grows = config::growth::wants(1);
  /// A task cannot be handed to workers that were started early before they are idle: a post may come first.
  static constexpr bool full_at_first = config::hands_over && config::growth::at_start(2) != 0;
  /// Is a wait of an hour for its tasks one that may come to its end?
  static constexpr bool takes_time = requires { requires Pool::allowed.timeouts != 0; };
  /// Are its tasks coroutines that its threads carry? Then a worker that looks for one of them is not counted as free.
  static constexpr bool carries_tasks = requires { Pool::allowed; } && !config::agents::suspends;
  /// Does a worker that finds no task stay, as a thread that a post can wake?
  static constexpr bool stays_idle = config::workers::keeps && !config::expiry::expires && !config::hands_over &&
                                     !config::agents::suspends && !carries_tasks && config::most_workers >= 2;
  static constexpr bool takes_tags = std::tuple_size_v<tags_in<config>> != 0;
  static constexpr bool hears_contexts = hears_context<typename config::panic> || hears_task<typename config::panic>;
  static constexpr bool ends_on_panic =
      std::is_same_v<typename config::panic, typename panic::terminate::template on<typename config::platform>>;

  using list =
      decltype(scenario_list<scenarios::last_worker_retires_vs_post<Pool>, scenarios::shrinking_vs_busy_workers<Pool>,
                             scenarios::post_vs_shutdown<Pool>, scenarios::post_vs_stop<Pool>, scenarios::many_stoppers<Pool>,
                             scenarios::join_vs_shutdown<Pool>, scenarios::wait_idle_means_idle<Pool>, scenarios::results_arrive<Pool>,
                             scenarios::task_posts_to_its_own_full_pool<Pool>, scenarios::counts_add_up<Pool>>() +
               scenarios_if<!config::agents::suspends, scenarios::failed_thread_start<Pool>, scenarios::end_vs_failed_start<Pool>>() +
               scenarios_if<!takes_time, scenarios::restart_vs_straggler<Pool>>() +
               scenarios_if<(!takes_time && !config::expiry::expires), scenarios::workers_start_with_the_pool<Pool>>() +
               scenarios_if<has_a_limit, scenarios::capacity_is_never_exceeded<Pool>>() +
               scenarios_if<(grows && (!refuses || (config::hands_over && !full_at_first))),
                            scenarios::tasks_that_meet_all_get_workers<Pool>>() +
               scenarios_if<(grows && !refuses && !runs_here), scenarios::resting_worker_vs_meeting_tasks<Pool>,
                            scenarios::late_searcher_vs_meeting_tasks<Pool>, scenarios::searching_surplus_vs_post<Pool>>() +
               scenarios_if<(grows && !refuses && !(runs_here && full_at_first)), scenarios::pending_task_vs_resize<Pool>>() +
               scenarios_if<waits, scenarios::blocked_submitter_vs_room<Pool>, scenarios::close_unblocks_everybody<Pool>,
                            scenarios::timed_post_gives_up<Pool>, scenarios::full_pool_vs_deadline<Pool>>() +
               scenarios_if<(config::hands_oldest_over && config::most_workers >= 2 && config::workers::keeps && !carries_tasks),
                            scenarios::free_workers_are_room<Pool>>() +
               scenarios_if<(config::calls_in_turn && waits && config::most_workers >= 3),
                            scenarios::given_tasks_vs_ending_worker<Pool>>() +
               scenarios_if<config::hands_oldest_over, scenarios::oldest_task_gets_the_worker<Pool>>() +
               scenarios_if<(config::hands_oldest_over && !config::agents::suspends && !carries_tasks),
                            scenarios::given_task_vs_refused_thread<Pool>, scenarios::purge_vs_given_task<Pool>,
                            scenarios::purge_vs_refused_thread<Pool>>() +
               scenarios_if<(stays_idle && grows && (waits || !config::can_be_full)), scenarios::starting_searcher_vs_idle_worker<Pool>,
                            scenarios::slow_start_vs_next_task<Pool>>() +
               scenarios_if<config::expiry::expires, scenarios::expiry_vs_hand_over<Pool>>() +
               scenarios_if<(config::expiry::expires && config::workers::keeps && !config::agents::suspends && !takes_time),
                            scenarios::expired_worker_had_its_time<Pool>>() +
               scenarios_if<!ends_on_panic, scenarios::throwing_task_costs_nothing<Pool>, scenarios::two_tasks_throw_at_once<Pool>>() +
               scenarios_if<(!ends_on_panic && hears_contexts), scenarios::contexts_throw_at_once<Pool>>() +
               scenarios_if<(takes_tags && !takes_time), scenarios::tagged_tasks_run<Pool>>() + typename surface_claims<Pool>::list());
};

}  // namespace weir::verify

#endif

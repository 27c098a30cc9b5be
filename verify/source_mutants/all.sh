#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The score of every header, group by group: the headers, and the harnesses and tests that look at them. Takes hours.
# usage: all.sh OUTPUT_DIR [GROUP...]      from the root of the repository; EXECUTIONS=N tries harder than 300, ONLY='HEADER...' breaks no others
#        all.sh --headers                  the headers that are in a group; runs nothing
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
shift
if [ "$out" != --headers ]; then
  mkdir -p "$out"
  cat "$here"/excuses*.txt >"$out/excuses.txt"
fi
pool=verify/pool
policies=verify/policies
queue=weir/policies/queue
status=0

group() { # NAME HEADER... -- HARNESS...
  local name=$1
  shift
  if [ "$out" = --headers ]; then
    while [ "$1" != -- ]; do echo "$1" && shift; done
    return
  fi
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || return 0
  local -a headers=()
  while [ "$1" != -- ]; do
    if [ -z "${ONLY:-}" ] || [[ " $ONLY " == *" $1 "* ]]; then headers+=("$1"); fi
    shift
  done
  [ ${#headers[@]} -ne 0 ] || return 0
  KEEP="$out/$name.made" nice -n 10 bash "$here/run.sh" include "$out/excuses.txt" "--executions=${EXECUTIONS:-300}" "${headers[@]}" "$@" \
    >"$out/$name.txt" || status=1
  echo "$name: $(grep '^together' "$out/$name.txt")"
}

wanted=("$@")
group bounded $queue/{bounded,storage/ring_places}.hpp -- $policies/queue/bounded_verify.cpp tests/policies/queue/bounded_test.cpp
group unbounded $queue/unbounded.hpp $queue/storage/segment_store.hpp -- $policies/queue/unbounded_verify.cpp
group mutex_fifo $queue/mutex_fifo.hpp -- $policies/queue/mutex_fifo_verify.cpp
group priority $queue/priority.hpp -- $policies/queue/priority_verify.cpp
group keyed $queue/keyed.hpp -- $policies/queue/keyed_verify.cpp tests/policies/queue/keyed_test.cpp
group stealing $queue/stealing.hpp $queue/storage/{claim,claim_size,deque}.hpp -- $policies/queue/stealing_verify.cpp \
  tests/policies/queue/{stealing,storage/claim_size}_test.cpp
group lockfree $queue/lockfree.hpp -- $policies/queue/lockfree_verify.cpp
group spsc $queue/{spsc,storage/stock}.hpp -- $policies/queue/spsc_verify.cpp  # the counts of stock.hpp are lockfree's too
group workers weir/policies/workers/{ring,storage/idle_list}.hpp -- $policies/workers/{ring,lifo,fifo}_verify.cpp tests/policies/workers/ring_test.cpp
group blocking weir/policies/blocking/{caller_runs,overflow_spawn,reject,wait,wait_at_most,storage/discarding}.hpp -- \
  $policies/blocking/{caller_runs,overflow_spawn,reject,wait,wait_at_most,discard_oldest,discard_newest}_verify.cpp \
  tests/policies/blocking/{caller_runs,overflow_spawn,reject}_test.cpp
group growth weir/policies/growth/{on_backlog,on_demand,prestart}.hpp -- $policies/growth/{on_backlog,on_demand,prestart}_verify.cpp \
  tests/policies/growth/{on_backlog,on_demand,prestart}_test.cpp
group expiry weir/policies/expiry/one_per_period.hpp -- $policies/expiry/one_per_period_verify.cpp
group parking weir/platform/{permit,unique_lock}.hpp weir/policies/parking/{adaptive,park,spin_then_park}.hpp -- \
  $policies/parking/{adaptive,park,spin_then_park}_verify.cpp tests/policies/parking/{adaptive,park,spin_then_park}_test.cpp tests/light/awaited_future_test.cpp \
  tests/light/a_wait_has_a_deadline_test.cpp tests/platform/unique_lock_test.cpp
group locks weir/platform/{condition_variable_any,futex_mutex,futex_word,posix_semaphore,standard_semaphore,system_mutex}.hpp -- \
  verify/pool/system_locks_verify.cpp tests/platform/{condition_variable_any,system_mutex,system_semaphore}_test.cpp
group observer_histograms weir/policies/observer/{histograms,storage/stopwatch,storage/time_histogram,storage/time_scale}.hpp -- \
  $policies/observer/{histograms,sampled_histograms,watchdog}_verify.cpp tests/policies/observer/{histograms,sampled_histograms,watchdog,late_starts}_test.cpp \
  tests/pool/time_in_the_queue_is_measured_test.cpp
group observer_late_starts weir/policies/observer/late_starts.hpp -- $policies/observer/late_starts_verify.cpp tests/policies/observer/late_starts_test.cpp
group observer_watchdog weir/policies/observer/watchdog.hpp -- $policies/observer/watchdog_verify.cpp tests/policies/observer/watchdog_test.cpp
group observer_all_of weir/policies/observer/all_of.hpp -- $policies/observer/all_of_verify.cpp tests/policies/observer/{all_of,late_starts,sampled_histograms}_test.cpp
group blocking_any weir/policies/blocking/any.hpp weir/concepts/blocking_choice.hpp weir/engine/pool/reaction.hpp -- $policies/blocking/any_verify.cpp tests/policies/blocking/{any,wait_at_most}_test.cpp tests/light/async_post_test.cpp
group panic_any weir/policies/panic/any.hpp weir/concepts/panic_choice.hpp -- $policies/panic/any_verify.cpp tests/policies/panic/any_test.cpp
group threads weir/agents/threads.hpp -- $policies/queue/unbounded_verify.cpp $policies/expiry/after_idle_verify.cpp tests/light/sleep_test.cpp \
  tests/pool/{stats_add_up,coroutines_on_threads_end_like_tasks,coroutines_and_expiry,a_warm_pool_allocates_nothing_for_coroutines}_test.cpp \
  tests/pool/{what_coroutines_on_threads_wait_for,a_function_pool_queues_arguments}_test.cpp $pool/coroutines_on_threads_verify.cpp
group task_group weir/engine/task/{task_group_state,group_help,ticket_link,spare_ticket_links}.hpp weir/task_group.hpp -- \
  $pool/{task_group,awaiting_tasks}_verify.cpp tests/pool/a_group_{ends_early,asks_its_pool_for_help,finishes_whoever_helps,calls_its_waiters}_test.cpp \
  tests/pool/{a_group_is_asked_and_waited_for,a_group_survives_failed_allocations,a_worker_knows_its_number}_test.cpp \
  tests/light/awaited_group_test.cpp
group regions weir/{blocking_region,engine/pool/lent_place}.hpp -- \
  $pool/blocking_region_verify.cpp tests/pool/a_blocking_region_{brings_a_worker,without_threads}_test.cpp
group share weir/{share,rate_limit,engine/task/share_{book,guest,monitor,state,wait}}.hpp -- \
  $pool/share_verify.cpp tests/pool/a_share_{takes_part_of_a_pool,loses_no_task,and_what_its_pool_hands_back}_test.cpp \
  tests/pool/{a_rate_limit_spreads_posts,a_share_keeps_the_order,a_share_outlives_the_threads_of_its_tasks,a_share_survives_failed_allocations}_test.cpp \
  tests/pool/a_share_{of_a_share_waits_for_both,counts_and_destroys_its_tasks,ends_with_its_tasks}_test.cpp $pool/combined_futures_verify.cpp
group observer weir/policies/observer/{counters,trace,storage/trace_log}.hpp -- tests/policies/observer/{trace,trace_of_coroutines,counters}_test.cpp
group panic weir/policies/panic/{call,log_and_continue,rethrow_at_wait,terminate}.hpp -- \
  tests/policies/panic/{call,log_and_continue,rethrow_at_wait,terminate}_test.cpp tests/pool/a_log_line_names_the_pool_and_the_place_test.cpp
group multi_pool weir/{balance,multi_pool}.hpp -- \
  tests/pool/{a_multi_pool_is_many_pools,a_multi_pool_ends_as_one,shards_do_not_wait_for_each_other,failed_allocation_loses_nothing}_test.cpp \
  tests/pool/{a_forked_child_is_told,a_pause_gives_up_in_time}_test.cpp tests/policies/blocking/any_test.cpp $pool/combined_futures_verify.cpp
group times weir/platform/{deadline,instant,time_span}.hpp -- tests/platform/{time_span,deadline,instant}_test.cpp
group processors weir/platform/{cgroup_text,cpu_quota,processors,uncancelled}.hpp -- tests/platform/{processors,cpu_quota}_test.cpp
group function_pool weir/{function_pool,engine/task/{argument_task,submitted_argument}}.hpp -- \
  tests/pool/{a_function_pool_{queues_arguments,gives_results,keeps_no_argument,of_coroutines},stats_add_up}_test.cpp
group registry weir/{registry,go,engine/task/with_task}.hpp -- tests/pool/{a_registry_knows_pools_by_name,go_needs_no_pool,an_any_pool_is_some_pool,a_forked_child_is_told}_test.cpp
group task weir/concepts/{context_view,failed_task}.hpp weir/{task,this_task,pause_guard,engine/task/posted_callable,platform/copy_words}.hpp -- \
  tests/pool/{any_callable_can_be_a_task,a_context_travels_with_its_task,a_stopped_token_cancels_the_task,hooks_come_in_pairs}_test.cpp \
  tests/pool/{a_group_ends_early,a_paused_pool_begins_nothing,purge_takes_back_what_waits}_test.cpp \
  tests/pool/{a_worker_knows_its_number,a_log_line_names_the_pool_and_the_place}_test.cpp \
  tests/light/the_policies_hold_for_light_workers_test.cpp tests/policies/observer/late_starts_test.cpp
group surface weir/{basic_pool,engine/coroutine/task_frame,engine/pool/{worker_hooks,pool_state,public_calls,worker_record}}.hpp -- \
  tests/pool/{a_function_pool_queues_arguments,a_context_travels_with_its_task,a_stopped_token_cancels_the_task}_test.cpp \
  tests/pool/{hooks_come_in_pairs,a_paused_pool_begins_nothing,resize_acts_at_once,post_bulk_is_many_posts}_test.cpp \
  tests/policies/{blocking/discard_newest,expiry/after_idle,panic/call,panic/rethrow_at_wait,wake/exact}_test.cpp \
  $pool/{task_group,bounded_pool}_verify.cpp tests/pool/{any_callable_can_be_a_task,go_needs_no_pool}_test.cpp \
  tests/pool/{stats_add_up,coroutines_outstay_their_workers,self_waits_are_found_out,a_blocking_region_brings_a_worker,failed_thread_start_loses_nothing}_test.cpp \
  tests/pool/{a_dump_says_who_waits,time_in_the_queue_is_measured,a_caller_takes_the_place_of_a_worker,a_caller_without_a_thread_works}_test.cpp \
  tests/pool/{a_share_and_what_its_pool_hands_back,a_share_keeps_the_order,min_workers_come_first,idle_workers_are_room,closing_ends_every_pause}_test.cpp \
  tests/pool/{a_worker_that_left_is_not_replaced_by_a_resize,one_worker_wakes_the_next,a_slow_start_holds_nothing_up}_test.cpp \
  tests/pool/{coroutines_and_submitters_share_the_workers,a_coroutine_in_line_is_answered}_test.cpp tests/light/foreign_wait_test.cpp tests/coroutine/coroutine_test.cpp \
  tests/pool/an_idle_worker_wakes_at_its_own_time_test.cpp \
  tests/policies/{blocking/discard_oldest,observer/late_starts,observer/watchdog,growth/prestart,growth/on_backlog,wake/chain,queue/stealing}_test.cpp \
  $policies/wake/exact_verify.cpp $policies/growth/on_backlog_verify.cpp $pool/{hand_over_pool,coroutines_on_threads}_verify.cpp \
  tests/pool/{a_blocking_region_without_threads,tasks_start_in_order}_test.cpp tests/policies/panic/any_test.cpp tests/coroutine/coroutine_depth_test.cpp
group engine weir/engine/pool/{core,start_and_wake,idle_workers,park_or_retire,worker_loop,helping_caller,post_calls,submitter_queue,waiting_submitters,task_runner,lifecycle,wait_calls,pool_engine}.hpp weir/future.hpp -- \
  tests/pool/{a_caller_takes_the_place_of_a_worker,a_caller_without_a_thread_works,a_context_travels_with_its_task}_test.cpp \
  tests/pool/{a_coroutine_in_line_is_answered,a_coroutine_must_not_end_a_pools_thread,a_dump_says_who_waits,a_forked_child_is_told}_test.cpp \
  tests/pool/{a_function_pool_queues_arguments,a_future_always_completes,a_given_task_outlasts_changes}_test.cpp \
  tests/pool/{a_given_task_waits_for_no_hook,a_given_task_waits_for_no_other,a_group_survives_failed_allocations}_test.cpp \
  tests/pool/{a_hook_may_end_its_thread,a_kept_exception_reaches_one_waiter,a_late_worker_finds_the_pool_changed}_test.cpp \
  tests/pool/{a_life_of_a_pool_ends_as_a_whole,a_log_line_names_the_pool_and_the_place,a_pause_gives_up_in_time}_test.cpp \
  tests/pool/{a_paused_pool_begins_nothing,a_refused_thread_costs_a_coroutine_nothing,a_refused_thread_strands_no_given_task}_test.cpp \
  tests/pool/{a_share_and_what_its_pool_hands_back,a_share_keeps_the_order,a_share_loses_no_task,a_slow_start_holds_nothing_up}_test.cpp \
  tests/pool/{a_stopped_token_cancels_the_task,a_task_helps_while_it_waits,a_thread_may_ask_its_pool_on_its_way_out}_test.cpp \
  tests/pool/{a_worker_knows_its_number,a_worker_that_left_is_not_replaced_by_a_resize,aged_workers_are_replaced_once}_test.cpp \
  tests/pool/{closing_ends_every_pause,closing_ends_repetitions,coroutines_and_expiry,coroutines_and_full_pools}_test.cpp \
  tests/pool/{coroutines_and_submitters_share_the_workers,coroutines_and_the_pools_life,coroutines_in_line_hold_no_room}_test.cpp \
  tests/pool/{coroutines_on_threads,coroutines_on_threads_end_like_tasks,coroutines_outstay_their_workers}_test.cpp \
  tests/pool/{every_call_inside_a_task_ends,failed_allocation_loses_nothing,failed_thread_start_loses_nothing,futures_are_combined}_test.cpp \
  tests/pool/{idle_workers_are_room,keys_are_held_across_waits,min_workers_come_first,nothing_outlives_the_pool}_test.cpp \
  tests/pool/{one_worker_wakes_the_next,options_are_checked,post_bulk_is_many_posts,resize_acts_at_once,self_waits_are_found_out}_test.cpp \
  tests/pool/{shutdown_runs_what_was_accepted,stats_add_up,thread_exit_in_a_task,times_are_exact}_test.cpp \
  tests/pool/{what_coroutines_on_threads_wait_for,a_thread_that_waited_for_the_lock_finds_the_pool_changed}_test.cpp \
  tests/pool/{a_pool_closes_between_two_looks,a_push_beside_a_look_is_seen}_test.cpp \
  tests/pool/an_idle_worker_wakes_at_its_own_time_test.cpp \
  tests/light/{a_coroutine_ends_elsewhere,a_coroutine_must_not_end_its_thread,a_failed_allocation_costs_a_coroutine_nothing}_test.cpp \
  tests/light/{a_wait_has_a_deadline,a_waiting_task_holds_no_thread,async_post,awaited_future,schedule,sleep}_test.cpp \
  tests/light/{the_policies_hold_for_light_workers,timers_are_exact}_test.cpp \
  tests/policies/{blocking/any,blocking/discard_newest,blocking/discard_oldest,blocking/overflow_spawn,blocking/wait_at_most}_test.cpp \
  tests/policies/{expiry/after_age,expiry/after_idle,growth/on_backlog,growth/prestart,observer/late_starts}_test.cpp \
  tests/policies/{observer/sampled_histograms,observer/trace_of_coroutines,observer/watchdog,panic/any,queue/bounded,wake/exact}_test.cpp \
  $pool/{bounded_pool,hand_over_pool,leaving_pool,light_pool,suspending_pool,sleeping_tasks,awaiting_tasks}_verify.cpp \
  $policies/blocking/{overflow_spawn,discard_oldest,wait_at_most}_verify.cpp $policies/expiry/{after_age,one_per_period}_verify.cpp \
  $policies/observer/trace_verify.cpp $policies/blocking/caller_runs_verify.cpp $pool/{coroutines_on_threads,patient_submitter}_verify.cpp \
  tests/pool/times_are_exact_test.cpp
group light weir/{coroutine,sleep,light_pool,agents/light}.hpp \
  weir/engine/{coroutine/{resumable,runnable,ready_queue,ready_queues,carrier_queue,timer_wheel,frame_cache,frame_depot},task/coroutine_task}.hpp -- \
  tests/engine/{timer_wheel,ready_queue,ready_queues,resumable,carrier_queue}_test.cpp tests/coroutine/{frame_cache,coroutine_memory,coroutine,coroutine_threads,coroutine_depth}_test.cpp \
  tests/light/{sleep,a_waiting_task_holds_no_thread,the_policies_hold_for_light_workers,a_warm_light_pool_allocates_nothing}_test.cpp \
  tests/light/{awaited_future,schedule,coroutines_of_others,hooks_of_carriers,hooks_of_carriers_are_inside}_test.cpp \
  tests/light/{a_coroutine_must_not_end_its_thread,a_coroutine_that_could_not_be_made,a_light_pool_is_more_than_its_carriers}_test.cpp \
  tests/light/a_task_that_never_goes_on_is_seen_test.cpp tests/pool/failed_allocation_loses_nothing_test.cpp \
  $pool/{sleeping_tasks,light_pool,awaiting_tasks}_verify.cpp
group coroutines weir/engine/pool/{coroutine_slots,coroutine_calls,timekeeper}.hpp weir/engine/coroutine/{call_guard,spare_slots}.hpp -- \
  tests/engine/{spare_slots,coroutine_slots}_test.cpp tests/pool/slots_return_to_their_pool_test.cpp \
  $pool/{sleeping_threads,coroutines_on_threads,suspending_threads}_verify.cpp tests/pool/{coroutines_on_threads_end_like_tasks,coroutines_and_expiry}_test.cpp \
  tests/pool/{a_warm_pool_allocates_nothing_for_coroutines,coroutines_outstay_their_workers,failed_thread_start_loses_nothing,stats_add_up}_test.cpp \
  tests/light/{sleep,a_sleeper_outlives_its_carrier}_test.cpp
group awaiting weir/{channel,async_semaphore,async_mutex,engine/coroutine/locked_wait}.hpp -- \
  $pool/{awaiting_tasks,waiting_thread}_verify.cpp tests/light/{channel,async_semaphore,async_mutex}_test.cpp \
  tests/light/{a_thread_waits_too,an_item_of_a_channel}_test.cpp
group submitters weir/engine/{pool/{pending_post,suspended_submitter},coroutine/{running_coroutine,foreign_wait}}.hpp -- \
  $pool/{patient_submitter,bounded_pool,awaiting_tasks}_verify.cpp tests/light/{foreign_wait,async_post}_test.cpp \
  tests/light/{a_call_reaches_a_coroutine_about_to_wait,the_policies_hold_for_light_workers,a_destroyed_coroutine_leaves_the_line}_test.cpp \
  tests/light/coroutines_of_others_test.cpp tests/pool/a_coroutine_in_line_is_answered_test.cpp
group scheduling weir/{engine/pool/schedule_awaiter,post_after,post_every,std_future}.hpp -- \
  $pool/{awaiting_tasks,scheduled_coroutines,patient_submitter}_verify.cpp tests/light/{schedule,timers,timers_are_exact}_test.cpp \
  tests/interoperation/std_future_test.cpp tests/pool/closing_ends_repetitions_test.cpp \
  tests/light/{a_schedule_that_finds_no_room,a_schedule_after_another,coroutines_of_others,a_destroyed_coroutine_leaves_the_line}_test.cpp \
  tests/light/a_call_reaches_a_coroutine_about_to_wait_test.cpp tests/pool/what_coroutines_on_threads_wait_for_test.cpp
group algorithms weir/algorithm/{blocks,call_with,for_each,for_each_index,fork_context,fork_job,fork_session,inclusive_scan,invoke,loop_range,map,reduce,run_bulk,sort,transform,transform_reduce,unrolled_context}.hpp \
  weir/engine/task/{help_ticket,loop_lengths,runs_callables}.hpp -- $pool/algorithms_verify.cpp \
  tests/algorithm/{algorithms_agree_with_the_standard,for_each_index,invoke,forks,transform_reduce,loops_by_a_context,jobs_of_an_algorithm,algorithms_and_memory}_test.cpp \
  tests/algorithm/{heartbeats,calls_for_help,waiting_for_a_job,loop_lengths,loops_and_time,sort}_test.cpp
group futures weir/{cancellable_future,shared_future,when_all,when_any,then,submit_after,submit_until}.hpp \
  weir/engine/task/{cancellable_task,continuation,joined_futures,movable_callable,submit_task,pool_calls}.hpp weir/engine/coroutine/{future_wait,refuse_deadlock}.hpp -- \
  $pool/{combined_futures,cancellable_tasks}_verify.cpp \
  tests/pool/{futures_are_combined,a_shared_future_has_many_readers,a_waiting_task_is_cancelled,a_submit_has_a_deadline}_test.cpp \
  tests/pool/{a_future_always_completes,a_task_helps_while_it_waits,a_cancellable_task_ends_once,a_continuation_ends_once,self_waits_are_found_out}_test.cpp \
  tests/light/{submit_after,awaited_future,a_wait_has_a_deadline}_test.cpp
group group_parts weir/engine/task/{group_jobs,group_outcome,group_wait,spare_jobs,deferred_resumes}.hpp -- $pool/{task_group,awaiting_tasks}_verify.cpp \
  tests/pool/a_group_{ends_early,is_asked_and_waited_for,finishes_whoever_helps,survives_failed_allocations}_test.cpp tests/light/awaited_group_test.cpp
group deadlines weir/{select,within}.hpp weir/engine/coroutine/{gathering,first_over,waiting_thread}.hpp -- $pool/{awaiting_tasks,waiting_thread}_verify.cpp \
  tests/light/{a_wait_has_a_deadline,a_thread_waits_too,an_item_of_a_channel,a_schedule_after_another}_test.cpp \
  tests/engine/{gathering,waiting_thread}_test.cpp
group workers_of_a_pool weir/engine/pool/{arriving_workers,full_queue,given_tasks,home_process,leave_submitter_queue,queued_submitter,searching_workers,starting_worker,uncalled_workers,worker_records}.hpp -- \
  $pool/{bounded_pool,hand_over_pool,light_pool,thread_pool,given_tasks,sleeping_threads,patient_submitter}_verify.cpp \
  $policies/{blocking/overflow_spawn,blocking/wait_at_most,expiry/one_per_period,wake/exact}_verify.cpp \
  tests/pool/{a_given_task_waits_for_no_hook,a_given_task_waits_for_no_other,a_refused_thread_strands_no_given_task,a_slow_start_holds_nothing_up,a_forked_child_is_told}_test.cpp \
  tests/pool/{failed_thread_start_loses_nothing,every_post_is_answered,coroutines_and_expiry,a_dump_says_who_waits}_test.cpp \
  tests/pool/{a_full_queue_finds_its_worker,one_searches_at_a_time,a_refused_thread_leaves_no_trace,failed_allocation_loses_nothing}_test.cpp \
  tests/pool/{a_thread_may_ask_its_pool_on_its_way_out,a_thread_that_waited_for_the_lock_finds_the_pool_changed,given_tasks}_test.cpp
group many_pools weir/engine/pool/{limits_of_all,waits_of_all}.hpp weir/{any_pool,options,stats}.hpp -- $pool/multi_pool_verify.cpp \
  tests/pool/{a_multi_pool_is_many_pools,a_multi_pool_ends_as_one,an_any_pool_is_some_pool,options_are_checked,a_pool_tells_its_options,stats_add_up}_test.cpp \
  tests/engine/limits_of_all_test.cpp
group watching weir/{dump,prometheus,queue_watchdog}.hpp weir/engine/coroutine/{noted_place,noted_wait}.hpp weir/platform/{coarse_time,one_in,place_note}.hpp \
  weir/engine/task/stamped_task.hpp -- \
  tests/pool/{a_dump_says_who_waits,a_dump_says_what_is_known,a_pool_is_written_for_prometheus,a_queue_watchdog_finds_tasks_that_wait}_test.cpp \
  tests/pool/time_in_the_queue_is_measured_test.cpp tests/policies/observer/{histograms,sampled_histograms,watchdog,late_starts,all_of}_test.cpp tests/platform/{coarse_time,one_in}_test.cpp
group native weir/platform/{backoff,file_text,forced_unwind,native,pages,performance_processors,poll,posix_thread,prefetch,process_mark,relax,report,smaller_of,standard_thread,stop_request}.hpp \
  weir/engine/coroutine/in_frame.hpp -- \
  tests/platform/{native,performance_processors,system_thread,processors,cpu_quota,coarse_time,one_in}_test.cpp tests/coroutine/in_frame_test.cpp tests/policies/panic/{log_and_continue,rethrow_at_wait}_test.cpp \
  tests/pool/{workers_are_named_and_placed,a_forked_child_is_told,a_log_line_names_the_pool_and_the_place,a_stopped_token_cancels_the_task,failed_thread_start_loses_nothing,thread_exit_in_a_task}_test.cpp \
  tests/policies/{parking/park,queue/unbounded}_test.cpp tests/coroutine/coroutine_memory_test.cpp
group interoperation weir/{asio,scheduler}.hpp -- tests/interoperation/{asio,scheduler}_test.cpp
group presets weir/presets/{ants,cached,cloudwego,fasthttp,preset,violin,workerpool}.hpp -- \
  tests/pool/{presets_are_pools,presets_have_their_originals_values,coroutines_and_the_presets}_test.cpp
exit $status

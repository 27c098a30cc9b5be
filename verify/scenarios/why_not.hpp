// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WHY_NOT_HPP
#define WEIR_VERIFY_SCENARIOS_WHY_NOT_HPP

#include <string_view>

namespace weir::verify {

/// Why a scenario is left out for a type. The conditions are in pool_claims.hpp and its like; here they are sentences.
struct reason {
  std::string_view scenario;
  const char* sentence;
};

inline constexpr const char* needs_every_task =
    "it counts on every post being kept, and this pool refuses, drops or runs at the caller's what it has no room for";
inline constexpr const char* needs_growth = "its tasks wait for each other, and this pool does not start a worker for each task that waits";
inline constexpr const char* needs_waiting =
    "a submitter has to wait for room, and here none does: the pool is never full, or does something else then";
inline constexpr const char* never_expires = "no worker of this pool ever expires";
inline constexpr const char* ends_the_program = "a task that throws ends the program, as panic::terminate says";
inline constexpr const char* needs_threads =
    "the workers of this pool are no threads, and its carriers are there from the start or the pool is not made";
inline constexpr const char* needs_own_pushes = "this pool's queue does not tell a worker's push from another one";
inline constexpr const char* needs_hand_over =
    "a full queue has to give its oldest task to a free worker, and here none is ever full, or it follows a task to its end";

inline constexpr reason reasons[] = {
    {"failed_thread_start", needs_threads},
    {"end_vs_failed_start", needs_threads},
    {"construction_vs_failed_starts", needs_threads},
    {"capacity_is_never_exceeded", "a full pool starts threads beyond its capacity, as its blocking policy says"},
    {"tasks_that_meet_all_get_workers", needs_growth},
    {"resting_worker_vs_meeting_tasks", needs_growth},
    {"late_searcher_vs_meeting_tasks", needs_growth},
    {"searching_surplus_vs_post", needs_growth},
    {"pending_task_vs_resize", needs_growth},
    {"bulk_post_wakes_enough", needs_growth},
    {"blocked_submitter_vs_room", needs_waiting},
    {"close_unblocks_everybody", needs_waiting},
    {"timed_post_gives_up", needs_waiting},
    {"full_pool_vs_deadline", needs_waiting},
    {"purge_vs_waiting_submitter", needs_waiting},
    {"free_workers_are_room", needs_hand_over},
    {"oldest_task_gets_the_worker", needs_hand_over},
    {"given_task_vs_refused_thread", needs_hand_over},
    {"purge_vs_given_task", needs_hand_over},
    {"purge_vs_refused_thread", needs_hand_over},
    {"given_tasks_vs_ending_worker",
     "a submitter has to give tasks to idle workers that are woken in turn, and to wait for one, and in this pool it does not"},
    {"starting_searcher_vs_idle_worker", "it counts on every post being kept, and on idle threads that stay"},
    {"slow_start_vs_next_task", "it counts on every post being kept, and on idle threads that stay"},
    {"idle_pool_stands_still", "an idle worker of this pool keeps its processor, as its parking policy says with `polls`"},
    {"workers_start_with_the_pool", "a worker that starts with this pool may have left before it is counted"},
    {"expiry_vs_hand_over", never_expires},
    {"expired_worker_had_its_time", never_expires},
    {"deadline_keeps_its_contract", never_expires},
    {"tagged_tasks_run", "this pool's queue takes no tag with a push"},
    {"every_tag_value_is_kept", "this pool's queue takes no tag with a push"},
    {"held_back_items_are_kept", "this pool's queue is not told of the end of a task, so it holds none back for that"},
    {"oldest_item_is_taken_back", "this pool's queue gives no item back but through try_pop"},
    {"claimer_vs_thief", "a take of this pool's queue claims no further tasks"},
    {"seat_changes_its_owner", "this pool's queue keeps nothing for each worker"},
    {"worker_push_vs_close", needs_own_pushes},
    {"push_before_join", needs_own_pushes},
    {"full_pool_drops", "this pool drops no task"},
    {"two_tasks_throw_at_once", ends_the_program},
    {"contexts_throw_at_once", "the panic policy is not given the context of a task, or ends the program"},
    {"admits_keeps_its_contract", "no submitter waits for room, as the blocking policy says"},
    {"throwing_task_costs_nothing", ends_the_program},
    {"pause_vs_post", needs_every_task},
    {"pause_gives_up_vs_post", needs_every_task},
    {"resume_vs_resting_worker", needs_every_task},
    {"two_pausers", needs_every_task},
    {"pause_vs_shutdown", needs_every_task},
    {"pause_vs_failed_start", "it counts on every post being kept, and on workers that are threads"},
    {"hooks_are_paired", "it counts on every post being kept, and on workers that are threads"},
    {"pause_vs_resize",
     "a task has to wait in a paused pool beside an idle worker, and this pool keeps no idle worker, or no task that waits"},
    {"idle_surplus_vs_posts",
     "two tasks have to meet and two others have to wait for each other, and this pool does not wait, or starts no worker for each"},
    {"surplus_worker_vs_queued_task",
     "a task has to wait while others wait for each other, and this pool has no queue, or starts no worker for each"},
    {"next_group_vs_late_ticket", "a ticket has to be in the queue when its group ends, and this pool hands tasks over"},
    {"purge_vs_wait_idle", "this pool hands tasks over, so there is no queue that purge() could empty"},
    {"overflow_vs_shutdown", "no task of this pool gets a thread beyond the capacity"},
    {"discard_oldest_vs_worker", "this pool drops no task that it has accepted"},
    {"aged_worker_vs_post", "no worker of this pool leaves because of its age"},
};

constexpr const char* why_not(std::string_view scenario) {
  for (const reason& r : reasons)
    if (r.scenario == scenario) return r.sentence;
  return "the policies of this pool do not meet its condition in verify/scenarios";
}

constexpr bool explains(std::string_view scenario) {
  for (const reason& r : reasons)
    if (r.scenario == scenario) return true;
  return false;
}

}  // namespace weir::verify

#endif

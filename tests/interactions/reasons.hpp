// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_REASONS_HPP
#define TESTS_INTERACTIONS_REASONS_HPP

#include "tests/interactions/axes.hpp"

// Which pairs cannot meet, and why not. nullptr: they can, and some program must have them meet.

namespace weir::interactions {

using reason = const char*;

/// Only a coroutine can make these calls.
[[nodiscard]] constexpr bool is_awaited(operation o) {
  using enum operation;
  return o == async_post || o == schedule || o == group_finish || o == sleep || o == yield || o == future_await;
}
/// These block the thread that makes them, and there is an awaitable form or nothing to be gained.
[[nodiscard]] constexpr bool blocks(operation o) {
  using enum operation;
  return o == wait_idle || o == wait_idle_for || o == pause || o == join || o == join_for || o == run || o == group_wait ||
         o == future_wait || o == future_wait_for || o == future_get || o == post || o == post_for || o == post_until || o == post_bulk ||
         o == submit || o == submit_until || o == registry || o == post_after || o == post_every;
}
[[nodiscard]] constexpr bool is_coroutine(caller c) { return c == caller::coroutine || c == caller::other_coroutine; }

[[nodiscard]] constexpr reason reason_against(operation o, caller c) {
  if (is_awaited(o) && !is_coroutine(c)) return "only a coroutine can await";
  if (blocks(o) && c == caller::other_coroutine) return "a coroutine must not block a thread of its pool; it has the awaitable form";
  if (o == operation::join && (c == caller::outside || c == caller::pause_holder || c == caller::other_task))
    return c == caller::outside ? nullptr : "join waits for a shutdown that only comes later; join_for is called instead";
  if (c == caller::pause_holder && (o == operation::future_wait || o == operation::future_get))
    return "nothing finds out that it waits for what it keeps from running itself (docs/design/lifecycle.md); wait_for is called with an "
           "end";
  return nullptr;
}

[[nodiscard]] constexpr reason reason_against(operation o, feature f) {
  using enum operation;
  if (f == feature::multi) {
    if (o == run || o == post_bulk || o == async_post || o == schedule) return "multi_pool has no such member";
    if (o == group_run || o == group_wait || o == group_finish || o == group_cancel)
      return "a task_group asks one pool for help, and a multi_pool is many";
  }
  if (f == feature::function) {
    if (o == run || o == async_post || o == schedule) return "function_pool has no such member";
    if (o == group_run || o == group_wait || o == group_finish || o == group_cancel || o == post_after || o == post_every)
      return "function_pool takes arguments, no callables";
    if (o == sleep || o == yield) return "a function_pool's calls are no coroutines";
  }
  const bool waits_for_room = f != feature::reject && f != feature::caller_runs && f != feature::overflow_spawn &&
                              f != feature::discard_oldest && f != feature::discard_newest;
  if ((o == post_for || o == post_until || o == submit_until) && !waits_for_room)
    return "refused by the compiler: the blocking policy cannot wait";
  return nullptr;
}

[[nodiscard]] constexpr reason reason_against(operation o, fault f) {
  using enum operation;
  if (f == fault::allocation_fails && is_awaited(o))
    return "a coroutine changes its thread, and the allocations that fail are one thread's";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(operation, moment) { return nullptr; }
[[nodiscard]] constexpr reason reason_against(operation, operation) { return nullptr; }

[[nodiscard]] constexpr reason reason_against(caller c, feature f) {
  if (f == feature::function && c == caller::coroutine) return "a function_pool's calls are no coroutines";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(caller c, fault f) {
  if (f == fault::allocation_fails && is_coroutine(c))
    return "a coroutine changes its thread, and the allocations that fail are one thread's";
  if (f == fault::hook_throws && c == caller::hook) return "a hook that throws has not made its call";
  if (f == fault::hook_ends_thread && c == caller::hook) return "a hook that ends its thread has not made its call";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(caller c, moment m) {
  if (c == caller::pause_holder && m == moment::closing) return "closing a pool ends every pause";
  if (m == moment::paused && c != caller::outside && c != caller::pause_holder && c != caller::other_task && c != caller::other_coroutine &&
      c != caller::destructor)
    return "nothing of a paused pool runs";
  if (m == moment::idle &&
      (c == caller::task || c == caller::coroutine || c == caller::hook || c == caller::panic_handler || c == caller::pause_holder))
    return "a pool in which that runs, or that is paused, is not idle";
  return nullptr;
}

[[nodiscard]] constexpr reason reason_against(feature f, fault g) {
  if (g == fault::task_ends_thread && f == feature::caller_runs)
    return "the task may run on the thread of its submitter, which is not the pool's to lose";
  if (g == fault::hook_ends_thread && f == feature::light) return "a light worker's hook runs on a carrier that it shares";
  if (g == fault::move_throws && f == feature::function)
    return "a function_pool's argument is moved by its queue, which asks for a move that does not throw";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(feature f, moment m) {
  const bool never_full =
      f == feature::unbounded || f == feature::stealing || f == feature::priority || f == feature::keyed || f == feature::mutex_fifo;
  if (m == moment::full && never_full) return "such a queue is never full";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(fault, moment) { return nullptr; }

/// What only one of the two grounds can show.
[[nodiscard]] constexpr reason reason_against(ground g, fault f) {
  if (g == ground::simulated) {
    if (f == fault::task_ends_thread || f == fault::hook_ends_thread)
      return "a simulated thread is a fiber, which pthread_exit would unwind with its host";
    if (f == fault::allocation_fails) return "simulated threads share the one thread on which allocations fail";
  } else if (f == fault::spurious_wake_up) {
    return "the system decides";
  }
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against(ground g, operation o) {
  return g == ground::simulated && o == operation::go ? "weir::go has one pool, of native threads" : nullptr;
}

}  // namespace weir::interactions

#endif

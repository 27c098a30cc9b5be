// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_AXES_HPP
#define TESTS_INTERACTIONS_AXES_HPP

#include <array>
#include <cstddef>
#include <cstdint>

// The table: what can meet what. Every random program is drawn from it, and every executed one is entered in it (pairs.hpp).

namespace weir::interactions {

/// What the surface offers.
enum class operation : std::uint8_t {
  post,
  try_post,
  post_for,
  post_until,
  post_bulk,
  submit,
  submit_until,
  run,
  async_post,
  schedule,
  wait_idle,
  wait_idle_for,
  pause,
  resize,
  purge,
  stop,
  shutdown,
  join,
  join_for,
  restart,
  state,
  stats,
  group_run,
  group_wait,
  group_finish,
  group_cancel,
  post_after,
  post_every,
  sleep,
  yield,
  channel_send,
  channel_receive,
  channel_close,
  async_mutex,
  async_semaphore,
  future_wait,
  future_wait_for,
  future_get,
  future_await,
  registry,
  go,
};
inline constexpr std::array operation_names{"post",
                                            "try_post",
                                            "post_for",
                                            "post_until",
                                            "post_bulk",
                                            "submit",
                                            "submit_until",
                                            "run",
                                            "async_post",
                                            "schedule",
                                            "wait_idle",
                                            "wait_idle_for",
                                            "pause/resume",
                                            "resize",
                                            "purge",
                                            "stop",
                                            "shutdown",
                                            "join",
                                            "join_for",
                                            "restart",
                                            "state",
                                            "stats",
                                            "task_group::run",
                                            "task_group::wait",
                                            "task_group::finish",
                                            "task_group::cancel",
                                            "post_after",
                                            "post_every",
                                            "sleep",
                                            "yield",
                                            "channel send",
                                            "channel receive",
                                            "channel close",
                                            "async_mutex",
                                            "async_semaphore",
                                            "future wait",
                                            "future wait_for",
                                            "future get",
                                            "co_await future",
                                            "registry",
                                            "go"};

/// Where a call comes from.
enum class caller : std::uint8_t {
  outside,
  pause_holder,
  task,
  coroutine,
  hook,
  panic_handler,
  destructor,
  other_task,
  other_coroutine,
};
inline constexpr std::array caller_names{"a thread outside",
                                         "the thread that holds the pause",
                                         "a task",
                                         "a coroutine",
                                         "a hook of the worker",
                                         "the panic handler",
                                         "the destructor of a capture",
                                         "another pool's task",
                                         "another pool's coroutine"};

/// What a pool is made of. A pool of the list in kinds.hpp has one of each kind.
enum class feature : std::uint8_t {
  threads,
  light,
  multi,
  function,
  unbounded,
  bounded,
  stealing,
  priority,
  keyed,
  mutex_fifo,
  lockfree,
  hand_over,
  wait,
  wait_at_most,
  reject,
  caller_runs,
  overflow_spawn,
  discard_oldest,
  discard_newest,
  on_demand,
  on_backlog,
  prestart,
  never,
  after_idle,
  one_per_period,
  after_age,
  one,
  two,
  many,
};
inline constexpr std::array feature_names{"threads",
                                          "light workers",
                                          "multi_pool",
                                          "function_pool",
                                          "queue::unbounded",
                                          "queue::bounded",
                                          "queue::stealing",
                                          "queue::priority",
                                          "queue::keyed",
                                          "queue::mutex_fifo",
                                          "queue::lockfree",
                                          "queue::none",
                                          "blocking::wait",
                                          "blocking::wait_at_most",
                                          "blocking::reject",
                                          "blocking::caller_runs",
                                          "blocking::overflow_spawn",
                                          "blocking::discard_oldest",
                                          "blocking::discard_newest",
                                          "growth::on_demand",
                                          "growth::on_backlog",
                                          "growth::prestart",
                                          "expiry::never",
                                          "expiry::after_idle",
                                          "expiry::one_per_period",
                                          "expiry::after_age",
                                          "one worker",
                                          "two workers",
                                          "many workers"};

/// What goes wrong. A program has at most one.
enum class fault : std::uint8_t {
  none,
  refused_once,
  refused_always,
  allocation_fails,
  task_throws,
  task_ends_thread,
  hook_throws,
  hook_ends_thread,
  move_throws,
  token_stops,
  clock_at_its_end,
  spurious_wake_up,
};
inline constexpr std::array fault_names{"no fault",
                                        "a thread is refused once",
                                        "every thread is refused",
                                        "an allocation fails",
                                        "tasks throw",
                                        "tasks end their threads",
                                        "hooks throw",
                                        "a hook ends its thread",
                                        "a callable's move throws",
                                        "a stop token fires",
                                        "durations without an end",
                                        "spurious wake-ups"};

/// What the pool is doing when the call comes.
enum class moment : std::uint8_t { open, full, paused, closing, resizing, idle };
inline constexpr std::array moment_names{"open", "full", "paused", "closing", "resizing", "idle"};

/// Where programs run.
enum class ground : std::uint8_t { simulated, threads };
inline constexpr std::array ground_names{"simulated", "threads"};

template <class>
inline constexpr bool is_axis = false;
template <>
inline constexpr bool is_axis<operation> = true;
template <>
inline constexpr bool is_axis<caller> = true;
template <>
inline constexpr bool is_axis<feature> = true;
template <>
inline constexpr bool is_axis<fault> = true;
template <>
inline constexpr bool is_axis<moment> = true;

inline constexpr std::size_t operations = operation_names.size(), callers = caller_names.size(), features = feature_names.size(),
                             faults = fault_names.size(), moments = moment_names.size();
static_assert(operations == std::size_t(operation::go) + 1 && callers == std::size_t(caller::other_coroutine) + 1 &&
              features == std::size_t(feature::many) + 1 && faults == std::size_t(fault::spurious_wake_up) + 1 &&
              moments == std::size_t(moment::idle) + 1);

[[nodiscard]] constexpr const char* name(operation o) { return operation_names[std::size_t(o)]; }
[[nodiscard]] constexpr const char* name(caller c) { return caller_names[std::size_t(c)]; }
[[nodiscard]] constexpr const char* name(feature f) { return feature_names[std::size_t(f)]; }
[[nodiscard]] constexpr const char* name(fault f) { return fault_names[std::size_t(f)]; }
[[nodiscard]] constexpr const char* name(moment m) { return moment_names[std::size_t(m)]; }
[[nodiscard]] constexpr const char* name(ground g) { return ground_names[std::size_t(g)]; }

/// A set of features.
using feature_set = std::uint64_t;
template <class... Features>
[[nodiscard]] constexpr feature_set having(Features... each) {
  return ((feature_set{1} << std::size_t(each)) | ... | 0);
}
[[nodiscard]] constexpr bool has(feature_set s, feature f) { return (s >> std::size_t(f) & 1) != 0; }

}  // namespace weir::interactions

#endif

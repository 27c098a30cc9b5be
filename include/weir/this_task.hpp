// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THIS_TASK_HPP
#define WEIR_THIS_TASK_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/native.hpp>

#include <any>
#include <optional>

namespace weir {

/// What a task can query about itself and its worker, on the thread that runs it.
namespace this_task {

/// The value that was posted with the task as weir::context, if it is a T; null otherwise, and outside tasks.
template <class T, class P = platform::native>
[[nodiscard]] const T* context() noexcept {
  const auto* f = engine::task_frame<P>::innermost();
  return f == nullptr ? nullptr : f->context.template get<T>();
}

}  // namespace this_task

namespace this_worker {

/// The number of the worker that runs this task or hook, from 0 in the order in which workers are started; in a pool with a name the worker's thread
/// is called `name-number`. No two workers of a pool have the same number at the same time, and the number of one that is gone is given again. In a
/// light pool it is the light worker's, not its carrier's, and the order is another one. Nothing on a caller that runs a task itself, and outside
/// tasks and hooks.
template <class P = platform::native>
[[nodiscard]] std::optional<unsigned> number() noexcept {
  const auto* f = engine::task_frame<P>::innermost();
  return f == nullptr || f->worker == nullptr ? std::nullopt : std::optional<unsigned>(*f->worker);
}

/// What options::worker_state made for this worker, if it is a T; null otherwise, on callers that run a task themselves, and outside tasks. No
/// other thread uses it, so it needs no lock.
template <class T, class P = platform::native>
[[nodiscard]] T* state() noexcept {
  const auto* f = engine::task_frame<P>::innermost();
  return f == nullptr ? nullptr : std::any_cast<T>(f->state);
}

}  // namespace this_worker

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THIS_TASK_HPP
#define WEIR_THIS_TASK_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/native.hpp>

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

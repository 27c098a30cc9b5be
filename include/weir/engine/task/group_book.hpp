// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_BOOK_HPP
#define WEIR_ENGINE_TASK_GROUP_BOOK_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/engine/task/group_outcome.hpp>
#include <weir/engine/task/spare_jobs.hpp>

#include <cstddef>

namespace weir::engine {

/// What the lock of a task_group guards.
template <class P>
struct group_book {
  group_job* jobs = nullptr;  ///< tasks that have not started, newest first
  std::size_t unfinished = 0;  ///< those in `jobs`, those that run, and those that are being dropped
  unsigned asleep = 0;  ///< threads that wait for a task or for the end
  group_outcome outcome{};
  typename waiting<P>::line suspended{};  ///< coroutines that wait for a task or for the end
  spare_jobs spares{};
};

}  // namespace weir::engine

#endif

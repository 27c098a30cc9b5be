// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_STAMPED_TASK_HPP
#define WEIR_ENGINE_TASK_STAMPED_TASK_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/task.hpp>

#include <chrono>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// A task with the time of its post. What is handed back is the task without it.
template <class P>
class stamped_task : public task {
 public:
  static constexpr bool makes_coroutines = true;

  stamped_task() noexcept = default;
  stamped_task(task&& t) noexcept : task(std::move(t)), posted_(P::clock::now().time_since_epoch()) {}
  template <class F>
    requires(!std::is_base_of_v<task, std::remove_cvref_t<F>>)
  explicit stamped_task(F&& f) : task(std::forward<F>(f)), posted_(P::clock::now().time_since_epoch()) {}

  [[nodiscard]] std::chrono::nanoseconds posted() const noexcept { return posted_; }

 private:
  std::chrono::nanoseconds posted_{};
};

/// What the queue of a pool with this observer holds.
template <class Observer, class P>
using queued_task = std::conditional_t<hears_of_queueing<typename Observer::template on<P>>, stamped_task<P>, task>;

}  // namespace weir::engine

#endif

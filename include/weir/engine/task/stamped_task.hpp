// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_STAMPED_TASK_HPP
#define WEIR_ENGINE_TASK_STAMPED_TASK_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/one_in.hpp>
#include <weir/task.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// A task with the time of its post, or one in `OneIn` of them. What is handed back is the task without it.
template <class P, unsigned OneIn>
class stamped_task : public task {
  using time = std::chrono::nanoseconds;

 public:
  static constexpr bool makes_coroutines = true;

  stamped_task() noexcept = default;
  stamped_task(task&& t) noexcept : task(std::move(t)), posted_(stamp()) {}
  template <class F>
    requires(!std::is_base_of_v<task, std::remove_cvref_t<F>>)
  explicit stamped_task(F&& f) : task(std::forward<F>(f)), posted_(stamp()) {}

  /// Whether the time is known.
  [[nodiscard]] bool is_stamped() const noexcept { return OneIn == 1 || posted_ != time::min(); }
  [[nodiscard]] time posted() const noexcept { return posted_; }

 private:
  static time stamp() noexcept { return platform::one_in<OneIn, P>() ? P::clock::now().time_since_epoch() : time::min(); }

  time posted_{};
};

/// What the queue of a pool with this observer holds.
template <class Observer, class P>
using queued_task = std::conditional_t<hears_of_queueing<typename Observer::template on<P>>,
                                       stamped_task<P, stamps_one_in<typename Observer::template on<P>>>, task>;

}  // namespace weir::engine

#endif

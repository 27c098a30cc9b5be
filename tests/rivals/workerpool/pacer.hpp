// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_WORKERPOOL_PACER_HPP
#define TESTS_RIVALS_WORKERPOOL_PACER_HPP

#include <chrono>
#include <utility>

namespace weir::rivals {

/// gammazero's pacer as a recipe: tasks that go through one pacer start at least `gap` apart, whatever pool runs them. A task that is
/// early keeps its worker until its time has come, there as here.
template <class P>
class pacer {
 public:
  using clock = typename P::clock;

  explicit pacer(std::chrono::nanoseconds gap) : gap_(gap) {}

  template <class F>
  [[nodiscard]] auto pace(F f) {
    return [this, f = std::move(f)]() mutable {
      next();
      f();
    };
  }
  void pause() {
    typename P::unique_lock lock(mutex_);
    paused_ = true;
  }
  void resume() {
    typename P::unique_lock lock(mutex_);
    paused_ = false;
    changed_.notify_all();
  }
  [[nodiscard]] bool is_paused() {
    typename P::unique_lock lock(mutex_);
    return paused_;
  }

 private:
  /// Waits for the caller's turn.
  void next() {
    typename P::unique_lock lock(mutex_);
    while (paused_ || clock::now() < free_at_) {
      if (paused_)
        changed_.wait(lock);
      else
        changed_.wait_until(lock, free_at_);
    }
    free_at_ = clock::now() + gap_;
  }

  const std::chrono::nanoseconds gap_;
  typename P::mutex mutex_;
  typename P::condition_variable changed_;
  typename clock::time_point free_at_{};
  bool paused_ = false;
};

}  // namespace weir::rivals

#endif

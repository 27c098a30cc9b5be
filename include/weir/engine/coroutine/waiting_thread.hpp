// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_WAITING_THREAD_HPP
#define WEIR_ENGINE_COROUTINE_WAITING_THREAD_HPP

#include <weir/engine/coroutine/waker.hpp>

namespace weir::engine {

/// A thread that waits where a coroutine would be suspended. Lies on the thread's stack.
template <class P>
class waiting_thread final : public waker {
 public:
  using time_point = typename P::clock::time_point;

  /// Ends the wait. Called once, by the thread that has answered it.
  void wake() override {
    typename P::unique_lock lock(mutex_);
    woken_.write() = true;
    awake_.notify_one();  // under the lock: otherwise the object might be destroyed
  }
  /// Returns after wake(), or at the deadline unless that is null; false: the deadline came first.
  bool sleep(const time_point* deadline) {
    typename P::unique_lock lock(mutex_);
    while (!woken_.read()) {
      if (deadline == nullptr)
        awake_.wait(lock);
      else if (P::clock::now() < *deadline)
        awake_.wait_until(lock, *deadline);
      else
        return false;
    }
    return true;
  }

 private:
  typename P::mutex mutex_;
  typename P::condition_variable awake_;
  typename P::template cell<bool> woken_{false};
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_WAKER_HPP
#define WEIR_ENGINE_COROUTINE_WAKER_HPP

namespace weir::engine {

/// What waits for something: a thread, a coroutine, a continuation of a future.
class waker {
 public:
  /// What it waits for has come. Called once, by the thread that has brought it, with no lock held; its last access: the object may be destroyed then.
  virtual void wake() = 0;

 protected:
  waker() = default;
  waker(const waker&) = delete;
  waker& operator=(const waker&) = delete;
  ~waker() = default;
};

}  // namespace weir::engine

#endif

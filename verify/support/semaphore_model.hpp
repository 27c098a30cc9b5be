// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SEMAPHORE_MODEL_HPP
#define WEIR_VERIFY_SUPPORT_SEMAPHORE_MODEL_HPP

namespace weir::verify {

/// What platform::system_semaphore is, on a platform that a checker runs.
template <class P>
class semaphore_model {
 public:
  void acquire() {
    typename P::unique_lock lock(mutex_);
    while (permits_.read() == 0) added_.wait(lock);
    --permits_.write();
  }
  bool try_acquire_until(typename P::clock::time_point deadline) {
    typename P::unique_lock lock(mutex_);
    while (permits_.read() == 0) {
      if (P::clock::now() >= deadline) return false;
      added_.wait_until(lock, deadline);
    }
    --permits_.write();
    return true;
  }
  /// The thread that has the permit may destroy the semaphore.
  void release() {
    typename P::unique_lock lock(mutex_);
    ++permits_.write();
    added_.notify_one();
  }

 private:
  typename P::mutex mutex_;
  typename P::condition_variable added_;
  typename P::template cell<unsigned> permits_{0u};
};

/// Of what platform::condition_variable_any is made there.
template <class P>
struct sleeping_threads {
  using mutex = typename P::mutex;
  template <class T>
  using cell = typename P::template cell<T>;
  using semaphore = semaphore_model<P>;
};

}  // namespace weir::verify

#endif

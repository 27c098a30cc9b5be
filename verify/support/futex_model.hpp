// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_FUTEX_MODEL_HPP
#define WEIR_VERIFY_SUPPORT_FUTEX_MODEL_HPP

#include <atomic>

namespace weir::verify {

/// What platform::futex_word is, on a platform that a checker runs: Linux compares the word, and wakes, under a lock of its own.
template <class P>
class futex_model {
 public:
  explicit futex_model(unsigned value) : value_(value) {}

  static constexpr unsigned looks = 1;
  static void relax() noexcept { P::relax(); }
  unsigned load(std::memory_order order) const { return value_.load(order); }
  bool compare_exchange_strong(unsigned& expected, unsigned desired, std::memory_order success, std::memory_order failure) {
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }
  unsigned exchange(unsigned desired, std::memory_order order) { return value_.exchange(desired, order); }

  void wait(unsigned expected) {
    typename P::unique_lock lock(mutex_);
    if (value_.load(std::memory_order_relaxed) == expected) woken_.wait(lock);
  }
  void wake() {
    typename P::unique_lock lock(mutex_);
    woken_.notify_one();
  }

 private:
  typename P::template atomic<unsigned> value_;
  typename P::mutex mutex_;
  typename P::condition_variable woken_;
};

}  // namespace weir::verify

#endif

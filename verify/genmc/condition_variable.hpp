// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_CONDITION_VARIABLE_HPP
#define WEIR_VERIFY_GENMC_CONDITION_VARIABLE_HPP

#include <weir/platform/order.hpp>
#include <weir/verify/genmc/atomic.hpp>

namespace weir::verify::under_genmc {

/// GenMC has none of its own. A sleeper waits until the count of notifications is another than when it fell asleep, so each notification wakes
/// all sleepers, which the standard allows. The loop that waits is one that GenMC knows to wait: with --check-liveness a sleeper that nothing
/// wakes is a failure.
class condition_variable {
 public:
  template <class Lock>
  void wait(Lock& lock) noexcept {
    const unsigned before = notified_.load(std::memory_order_relaxed);
    lock.unlock();
    while (notified_.load(std::memory_order_relaxed) == before) {
    }
    lock.lock();
  }
  /// Time is always past the deadline.
  template <class Lock, class Time>
  void wait_until(Lock& lock, Time) noexcept {
    lock.unlock();
    lock.lock();
  }
  void notify_one() noexcept { notify_all(); }
  void notify_all() noexcept { notified_.fetch_add(1, std::memory_order_relaxed); }

 private:
  atomic<unsigned> notified_;
};

}  // namespace weir::verify::under_genmc

#endif

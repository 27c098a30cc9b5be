// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/panic_policy.md
// conformance: panic trial::by_kind
// 1: the count of runtime errors and unknown exceptions has no lock | Several threads may call it at once.
// 2: what is no std::exception leaves with the lock taken | x(e) may throw; other calls of `x` at the same time
// 3: two counts, each with a lock, and taken in both orders | Several threads may call it at once.
// 4: a flag in the place of the lock, given back relaxed | Several threads may call it at once.
// 5: the total is written outside the lock | Several threads may call it at once.
#ifndef TESTS_TRIAL_PANIC_BY_KIND_HPP
#define TESTS_TRIAL_PANIC_BY_KIND_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdint>
#include <exception>
#include <stdexcept>

namespace trial {

/// Counts exceptions by their kind.
struct by_kind {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what) {
      if (broken == 2) {
        mutex_.lock();
        try {
          std::rethrow_exception(what);
        } catch (const std::exception&) {
          ++counts_.write().runtime;
        }
        mutex_.unlock();
        return;
      }
      try {
        std::rethrow_exception(what);
      } catch (const std::logic_error&) {
        typename P::unique_lock lock(mutex_);
        ++counts_.write().logic;
      } catch (...) {
        count_other();
      }
    }
    std::uint64_t total() const {
      typename P::unique_lock lock(mutex_);
      return counts_.read().logic + counts_.read().runtime;
    }

   private:
    struct counts {
      std::uint64_t logic = 0;
      std::uint64_t runtime = 0;
    };
    void count_other() {
      if (broken == 3) {
        const bool odd = turn_.fetch_add(1, std::memory_order_relaxed) % 2 != 0;
        typename P::unique_lock first(odd ? mutex_ : other_);
        typename P::unique_lock second(odd ? other_ : mutex_);
        ++counts_.write().runtime;
      } else if (broken == 4) {
        while (busy_.exchange(true, std::memory_order_acquire)) P::yield();
        ++counts_.write().runtime;
        busy_.store(false, std::memory_order_relaxed);
      } else {
        typename P::unique_lock lock(mutex_);
        if (broken == 1) lock.unlock();
        ++counts_.write().runtime;
        if (broken == 5) {
          lock.unlock();
          total_.write() += 1;
        }
      }
    }

    mutable typename P::mutex mutex_;
    typename P::mutex other_;
    typename P::template cell<counts> counts_;
    typename P::template cell<std::uint64_t> total_;
    typename P::template atomic<unsigned> turn_;
    typename P::template atomic<bool> busy_;
  };
};
static_assert(weir::panic_policy<by_kind>);

template <class P>
using verified = weir::pool<by_kind, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/panic_policy.md
// conformance: panic trial::count_and_last
// 1: the count has no lock | Several threads may call it at once.
// 2: take() has no lock | x.take(): at the same time: everything
// 3: take() keeps what it returns | returns the exception kept for threads that wait for the pool and forgets it
// 4: the path of the second exception gives the lock back before it counts | Several threads may call it at once.
// 5: the path of the second exception returns with the lock taken | x(e): at the same time: other calls of `x`
#ifndef TESTS_TRIAL_PANIC_COUNT_AND_LAST_HPP
#define TESTS_TRIAL_PANIC_COUNT_AND_LAST_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdint>
#include <exception>
#include <utility>

namespace trial {

/// Counts exceptions, and throws the last one where the pool is waited for.
struct count_and_last {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what) {
      if (broken == 1) {
        keep(std::move(what));
      } else if (broken == 5) {
        mutex_.lock();
        keep(std::move(what));
        if (kept_.read().count > 1) return;
        mutex_.unlock();
      } else {
        typename P::unique_lock lock(mutex_);
        if (broken == 4 && kept_.read().count != 0) lock.unlock();
        keep(std::move(what));
      }
    }
    std::exception_ptr take() {
      if (broken == 2) return std::exchange(kept_.write().last, nullptr);
      typename P::unique_lock lock(mutex_);
      if (broken == 3) return kept_.read().last;
      return std::exchange(kept_.write().last, nullptr);
    }
    std::uint64_t count() const {
      typename P::unique_lock lock(mutex_);
      return kept_.read().count;
    }

   private:
    struct kept {
      std::uint64_t count = 0;
      std::exception_ptr last;
    };
    void keep(std::exception_ptr what) {
      kept& k = kept_.write();
      ++k.count;
      k.last = std::move(what);
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<kept> kept_;
  };
};
static_assert(weir::panic_policy<count_and_last>);

template <class P>
using verified = weir::pool<count_and_last, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif

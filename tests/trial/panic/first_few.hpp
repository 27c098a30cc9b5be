// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/panic_policy.md
// conformance: panic trial::first_few<1>
// 1: a place is claimed by a read and a write | Several threads may call it at once.
// 2: a call that finds the list full looks at it without waiting for the calls that fill it | Several threads may call it at once.
// 3: whether there is a place is looked at before the lock is taken | Several threads may call it at once.
// 4: exceptions with a context have a lock of their own, but the same list | Several threads may call it at once.
// 5: one more is kept than there are places | x(e) is called with each exception that a posted task throws
#ifndef TESTS_TRIAL_PANIC_FIRST_FEW_HPP
#define TESTS_TRIAL_PANIC_FIRST_FEW_HPP

#include "tests/trial/variant.hpp"

#include <weir/concepts/context_view.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <utility>

namespace trial {

/// Keeps the first N exceptions, and of each whether a context came with it.
template <std::size_t N>
struct first_few {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what, const weir::context_view& context) {
      if (broken == 1 || broken == 2) {
        const std::size_t at = broken == 1 ? claimed_.load(std::memory_order_acquire) : claimed_.fetch_add(1, std::memory_order_acq_rel);
        if (broken == 1) claimed_.store(at + 1, std::memory_order_release);
        if (at < N)
          places_[at].write() = {std::move(what), static_cast<bool>(context)};
        else if (places_[N - 1].read().what == nullptr)
          claimed_.store(N - 1, std::memory_order_release);
      } else {
        if (broken == 3) {
          if (size_.read() == N) return;
        }
        typename P::unique_lock lock(broken == 4 && context ? other_ : mutex_);
        if (broken == 5 ? size_.read() > N : size_.read() == N) return;
        places_[size_.write()++].write() = {std::move(what), static_cast<bool>(context)};
      }
    }
    /// The number of exceptions that are kept.
    std::size_t size() const {
      typename P::unique_lock lock(mutex_);
      return size_.read();
    }

   private:
    struct place {
      std::exception_ptr what;
      bool had_context = false;
    };

    mutable typename P::mutex mutex_;
    typename P::mutex other_;
    typename P::template cell<std::size_t> size_;
    typename P::template atomic<std::size_t> claimed_;
    std::array<typename P::template cell<place>, N> places_;
  };
};
static_assert(weir::panic_policy<first_few<1>>);

template <class P>
using verified = weir::pool<first_few<1>, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::bounded_stack<2>, 2, weir::tests::item_order::any>
// 1: try_push looks for room before it takes the lock | Put data that several threads share into `P::cell`; the model checker reports a missing lock
// as a data race 2: full one item too early | A push is answered `full` only if, at some moment of the call, every place was taken 3: full is looked
// at before closed | A queue that is closed and full answers `closed`.
// 4: ready() and size() read a number beside the lock, which is written after it | `ready()` must be reliable. A relaxed read of a position is not enough.
// 5: the item is moved out before it is known that there is room | A push that is refused or throws leaves the item unchanged.
#ifndef TESTS_TRIAL_QUEUE_BOUNDED_STACK_HPP
#define TESTS_TRIAL_QUEUE_BOUNDED_STACK_HPP

#include "tests/trial/variant.hpp"

#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace trial {

/// A stack of N places behind a lock: the newest task runs first.
template <std::size_t N>
struct bounded_stack {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      const std::size_t most = broken == 2 ? N - 1 : N;
      if (broken == 1) {
        if (!contents_.read().closed && contents_.read().size == most) return weir::push_result::full;
      }
      T taken{};
      if (broken == 5) taken = std::move(item);
      {
        typename P::unique_lock lock(mutex_);
        contents& c = contents_.write();
        if (broken == 3 && c.size == most) return weir::push_result::full;
        if (c.closed) return weir::push_result::closed;
        if (c.size == most) return weir::push_result::full;
        c.items[c.size++] = broken == 5 ? std::move(taken) : std::move(item);
      }
      if (broken == 4) number_.fetch_add(1, std::memory_order_relaxed);
      return weir::push_result::pushed;
    }

    bool try_pop(T& out) noexcept {
      {
        typename P::unique_lock lock(mutex_);
        contents& c = contents_.write();
        if (c.size == 0) return false;
        out = std::move(c.items[--c.size]);
      }
      if (broken == 4) number_.fetch_sub(1, std::memory_order_relaxed);
      return true;
    }

    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      if (broken == 4) return number_.load(std::memory_order_relaxed);
      typename P::unique_lock lock(mutex_);
      return contents_.read().size;
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct contents {
      std::array<T, N> items{};
      std::size_t size = 0;
      bool closed = false;
    };
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
    typename P::template atomic<std::size_t> number_;
  };
};
static_assert(weir::queue_policy<bounded_stack<2>>);

template <class P>
using verified = weir::pool<bounded_stack<2>, P>;

}  // namespace trial

#endif

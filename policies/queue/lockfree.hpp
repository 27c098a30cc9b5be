// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_LOCKFREE_HPP
#define WEIR_POLICIES_QUEUE_LOCKFREE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/boxed_if_large.hpp>
#include <weir/policies/queue/storage/stock.hpp>

#include <boost/lockfree/queue.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::queue {

/// N places, inside the pool up to 64 KiB. Two Boost.Lockfree queues hold the numbers of the free and of the filled places.
///
/// Guarantee:  first in, first out over all submitters; at most N tasks wait. Allocates nothing after construction.
/// Cost:       64 bytes a place and 128 for its number in two queues; a post and a take are eight read-modify-writes each.
/// Not for:    anything but comparisons and code bases bound to Boost.Lockfree, which it serves: queue::bounded guarantees the same with one each and is
///             checked as a whole. Boost's own atomics are not checked, and one of its races is known: docs/policies/queue.md.
/// Visibility: what the submitter did before posting is visible to the task.
template <std::size_t N>
struct lockfree {
  static_assert(N >= 1 && N <= 65'533, "weir::queue::lockfree<N>: N must be 1 to 65533, which is what Boost's 16-bit handles can name");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    on() {
      for (number n = 0; n != N; ++n) give(*free_, n);
    }

    push_result try_push(T& item) noexcept {
      if (const push_result r = stock_.reserve(); r != push_result::pushed) return r;
      const number n = take(*free_);
      (*places_)[n].take_over().write() = std::move(item);
      (*places_)[n].hand_over();
      give(*filled_, n);
      stock_.stored();
      return push_result::pushed;
    }
    bool try_pop(T& out) noexcept {
      if (!stock_.claim()) return false;
      const number n = take(*filled_);
      out = std::move((*places_)[n].take_over().write());
      (*places_)[n].hand_over();
      give(*free_, n);
      stock_.vacated();
      return true;
    }

    bool ready() noexcept { return stock_.ready(); }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept { return stock_.size(); }
    void close() noexcept { stock_.close(); }
    void reopen() noexcept { stock_.reopen(); }

   private:
    using number = std::uint16_t;
    using numbers = boost::lockfree::queue<number, boost::lockfree::capacity<N>>;

    /// A place synchronises its own hand-over, so weir relies on Boost only to give out each number once.
    struct place {
      typename P::template atomic<std::uint32_t> hands;
      typename P::template cell<T> item;

      typename P::template cell<T>& take_over() noexcept {
        // [PLACE-1] acquire, pairs with [PLACE-2]: the previous owner is done with the place. Adds 0, to read the newest value.
        hands.fetch_add(0, std::memory_order_acquire);
        return item;
      }
      // [PLACE-2] release, pairs with [PLACE-1]: the owner is done with the place.
      void hand_over() noexcept { hands.store(0, std::memory_order_release); }
    };

    // `stock_` guarantees that there is a number, or room for one; loops because Boost may answer from a stale read.
    static number take(numbers& from) noexcept {
      number n = 0;
      for (platform::backoff<P> wait; !from.pop(n); wait()) {
      }
      return n;
    }
    static void give(numbers& to, number n) noexcept {
      for (platform::backoff<P> wait; !to.push(n); wait()) {
      }
    }

    stock<P, N> stock_;
    platform::boxed_if_large<std::array<place, N>> places_;
    platform::boxed_if_large<numbers> free_;
    platform::boxed_if_large<numbers> filled_;
  };
};

static_assert(queue_policy<lockfree<2>>);

}  // namespace weir::queue

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::cas_ring<2>, 2>
// 1: a push whose compare-exchange fails answers full | A push that has lost a race against another one tries again.
// 2: the slot is handed over before the item is in it | the taker sees everything that the pusher did before
// 3: after a lost compare-exchange the closed bit is not looked at | after `close()` has returned, no `try_push` answers `pushed`
// 4: a take reads the slot's turn relaxed | the taker sees everything that the pusher did before
// 5: ready() says false if the position that it read has been taken meanwhile | if the position that was read has been taken since, answer true
#ifndef TESTS_TRIAL_QUEUE_CAS_RING_HPP
#define TESTS_TRIAL_QUEUE_CAS_RING_HPP

#include "tests/trial/variant.hpp"

#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trial {

/// A ring of N slots with two positions. Slot i is free in lap n if its turn is 2n, and has an item if it is 2n + 1.
template <std::size_t N>
struct cas_ring {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      std::uint64_t at = tail_.load(std::memory_order_acquire);
      for (bool again = false;; again = true) {
        if ((at & closed) != 0) {
          if (broken != 3 || !again) return weir::push_result::closed;
          at &= ~closed;
        }
        slot& s = slots_[at % N];
        const std::uint64_t turn = s.turn.load(std::memory_order_acquire);
        if (turn == free(at)) {
          if (broken == 3 && again ? push_over(at)
                                   : tail_.compare_exchange_strong(at, at + 1, std::memory_order_acq_rel, std::memory_order_acquire)) {
            if (broken == 2) s.turn.store(filled(at), std::memory_order_release);
            s.item.write() = std::move(item);
            if (broken != 2) s.turn.store(filled(at), std::memory_order_release);
            return weir::push_result::pushed;
          }
          if (broken == 1) return weir::push_result::full;
        } else if (turn < free(at) && s.turn.fetch_add(0, std::memory_order_acq_rel) < free(at)) {
          const std::uint64_t now = tail_.fetch_add(0, std::memory_order_acq_rel);
          if (now == at) return weir::push_result::full;
          at = now;
        } else {
          at = tail_.load(std::memory_order_acquire);
        }
      }
    }

    bool try_pop(T& out) noexcept {
      std::uint64_t at = head_.load(std::memory_order_acquire);
      for (;;) {
        slot& s = slots_[at % N];
        const std::uint64_t turn = s.turn.load(broken == 4 ? std::memory_order_relaxed : std::memory_order_acquire);
        if (turn < filled(at)) return false;
        if (turn > filled(at)) {
          at = head_.load(std::memory_order_acquire);
        } else if (head_.compare_exchange_strong(at, at + 1, std::memory_order_acq_rel, std::memory_order_acquire)) {
          out = std::move(s.item.write());
          s.turn.store(filled(at) + 1, std::memory_order_release);
          return true;
        }
      }
    }

    bool ready() noexcept {
      const std::uint64_t at = broken == 5 ? head_.load(std::memory_order_relaxed) : head_.fetch_add(0, std::memory_order_acq_rel);
      const std::uint64_t turn = slots_[at % N].turn.load(std::memory_order_acquire);
      return broken == 5 ? turn == filled(at) : turn >= filled(at);
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      const std::uint64_t head = head_.fetch_add(0, std::memory_order_acq_rel);
      const std::uint64_t tail = tail_.fetch_add(0, std::memory_order_acq_rel) & ~closed;
      return static_cast<std::size_t>(tail - head);  // takes between the two readings make it too much, as size() may
    }
    void close() noexcept { tail_.fetch_or(closed, std::memory_order_acq_rel); }
    void reopen() noexcept { tail_.fetch_and(~closed, std::memory_order_acq_rel); }

   private:
    static constexpr std::uint64_t closed = std::uint64_t{1} << 63;
    struct slot {
      typename P::template atomic<std::uint64_t> turn;
      typename P::template cell<T> item;
    };
    static constexpr std::uint64_t free(std::uint64_t at) { return at / N * 2; }
    static constexpr std::uint64_t filled(std::uint64_t at) { return at / N * 2 + 1; }
    /// Of variant 3: takes the position whether or not the closed bit has been set since.
    bool push_over(std::uint64_t& at) {
      std::uint64_t seen = tail_.load(std::memory_order_acquire);
      if ((seen & ~closed) == at && tail_.compare_exchange_strong(seen, seen + 1, std::memory_order_acq_rel, std::memory_order_acquire))
        return true;
      at = seen & ~closed;
      return false;
    }

    mutable typename P::template atomic<std::uint64_t> head_;
    mutable typename P::template atomic<std::uint64_t> tail_;
    std::array<slot, N> slots_;
  };
};
static_assert(weir::queue_policy<cas_ring<2>>);

template <class P>
using verified = weir::pool<cas_ring<2>, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_BROKEN_RING_HPP
#define MINE_BROKEN_RING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace mine {

/// As ring, but whether it is closed is a flag beside the queue: "why take a lock, only to say no?"
template <std::size_t Places>
struct broken_ring {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      if (closed_.load(std::memory_order_acquire)) return weir::push_result::closed;
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.size == Places) return weir::push_result::full;
      c.items[(c.first + c.size) % Places] = std::move(item);
      ++c.size;
      return weir::push_result::pushed;
    }

    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.size == 0) return false;
      out = std::move(c.items[c.first]);
      c.first = (c.first + 1) % Places;
      --c.size;
      return true;
    }

    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().size;
    }
    void close() noexcept { closed_.store(true, std::memory_order_release); }
    void reopen() noexcept { closed_.store(false, std::memory_order_release); }

   private:
    struct contents {
      std::array<T, Places> items{};
      std::size_t first = 0;
      std::size_t size = 0;
    };

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
    typename P::template atomic<bool> closed_{false};
  };
};

static_assert(weir::queue_policy<broken_ring<2>>);

/// Small, so that every edge is met.
template <class P>
using broken_ring_pool = weir::pool<broken_ring<2>, P>;

}  // namespace mine

#endif

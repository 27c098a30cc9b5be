// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_RING_HPP
#define MINE_RING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace mine {

/// A ring of places behind a lock: first in, first out, and full when every place is taken.
template <std::size_t Places>
struct ring {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
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
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept { close_or_open(false); }

   private:
    struct contents {
      std::array<T, Places> items{};
      std::size_t first = 0;
      std::size_t size = 0;
      bool closed = false;
    };
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};

static_assert(weir::explain_queue_policy<ring<2>>());

/// Small, so that every edge is met.
template <class P>
using ring_pool = weir::pool<ring<2>, P>;

}  // namespace mine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_UNLIKE_MODEL_HPP
#define TESTS_VERIFY_BROKEN_UNLIKE_MODEL_HPP

#include <weir/concepts/queue_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

// A queue under a lock, as plain as can be, and with one mistake, if it is told to have one.

namespace broken {

enum class unlike {
  nothing,
  newest_first,         ///< it is a stack
  taken_twice,          ///< a take looks, and removes under the lock's next turn
  lost,                 ///< a push that meets another one overwrites it
  full_too_soon,        ///< with a place left
  more_than_it_holds,   ///< whether it is full is asked before the lock is taken
  closed_beside,        ///< whether it is closed is asked before the lock is taken
  forgets_to_close,
  takes_what_it_refuses,
  other_size,
  hides_from_ready,     ///< ready() says no with one item in it
  relaxed_flag,         ///< a take believes a relaxed counter
  keeps_one,            ///< a take never gives the last item
};

/// Two places, first in, first out.
template <unlike Mistake>
struct plain_queue {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      if constexpr (Mistake == unlike::closed_beside || Mistake == unlike::more_than_it_holds || Mistake == unlike::lost) {
        const std::size_t before = look().items.size();
        if (Mistake == unlike::closed_beside && look().closed) return weir::push_result::closed;
        if (Mistake == unlike::more_than_it_holds && before == 2) return weir::push_result::full;
        return push(item, before);
      }
      return push(item, 0);
    }
    bool try_pop(T& out) noexcept {
      // what is believed here is old at times: then a take finds nothing that another thread has told of
      if (Mistake == unlike::relaxed_flag && count_.load(std::memory_order_relaxed) == 0) return false;
      std::size_t seen = 0;
      if constexpr (Mistake == unlike::taken_twice) seen = look().first;
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.items.size() <= (Mistake == unlike::keeps_one ? 1 : 0)) return false;
      if (Mistake == unlike::taken_twice && seen != c.first) {
        out = T(c.last);
        return true;
      }
      if constexpr (requires { out.number(); }) c.last = (Mistake == unlike::newest_first ? c.items.back() : c.items.front()).number();
      if (Mistake == unlike::newest_first) {
        out = std::move(c.items.back());
        c.items.pop_back();
      } else {
        out = std::move(c.items.front());
        c.items.pop_front();
      }
      ++c.first;
      count_.store(static_cast<std::uint32_t>(c.items.size()), std::memory_order_relaxed);
      return true;
    }

    bool ready() noexcept { return size() > (Mistake == unlike::hides_from_ready ? 1U : 0U); }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().items.size() / (Mistake == unlike::other_size && contents_.read().items.size() == 2 ? 2 : 1);
    }
    void close() noexcept { close_or_open(Mistake != unlike::forgets_to_close); }
    void reopen() noexcept { close_or_open(false); }

   private:
    struct contents {
      std::deque<T> items;
      bool closed = false;
      std::size_t first = 0;  // how many have left
      int last = 0;
    };
    struct seen {
      std::deque<int> items;
      bool closed;
      std::size_t first;
    };
    seen look() const {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return {std::deque<int>(c.items.size()), c.closed, c.first};
    }
    weir::push_result push(T& item, std::size_t before) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed && Mistake != unlike::closed_beside) return weir::push_result::closed;
      if (Mistake == unlike::takes_what_it_refuses) {
        T taken = std::move(item);
        if (c.items.size() == 2) return weir::push_result::full;
        c.items.push_back(std::move(taken));
        return weir::push_result::pushed;
      }
      if (c.items.size() >= (Mistake == unlike::full_too_soon ? 1U : 2U) && Mistake != unlike::more_than_it_holds)
        return weir::push_result::full;
      if (Mistake == unlike::lost && before < c.items.size()) c.items.pop_back();
      c.items.push_back(std::move(item));
      count_.store(static_cast<std::uint32_t>(c.items.size()), std::memory_order_relaxed);
      return weir::push_result::pushed;
    }
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
    typename P::template atomic<std::uint32_t> count_;
  };
};

}  // namespace broken

#endif

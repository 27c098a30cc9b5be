// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_QUEUE_EDGES_HPP
#define TESTS_VERIFY_BROKEN_QUEUE_EDGES_HPP

#include <weir/concepts/queue_policy.hpp>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

// Queues that are right until a push throws, until they are full, closed, opened again or destroyed. Each is a list under a lock.

namespace broken {

enum class edge {
  none,             ///< the sound twin
  push_that_throws, ///< the item is taken before there is memory for it
  full,             ///< a push says `full` on the word of an earlier one, which may have looked before the last take
  empty,            ///< empty() does not count a push that is under way
  reopen,           ///< the queue stays closed
  destructor,       ///< what is left is not destroyed
};

/// First in, first out. With `Room` places; 0: never full.
template <edge Broken, std::size_t Room = 0>
struct list_queue {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = Room != 0;

    on() = default;
    on(const on&) = delete;
    on& operator=(const on&) = delete;
    ~on() {
      if (Broken == edge::destructor) return;
      for (T* left : contents_.write().items) delete left;
    }

    weir::push_result try_push(T& item) {
      if (Broken == edge::full && full_.load(std::memory_order_acquire)) return weir::push_result::full;
      std::unique_ptr<T> mine;
      if constexpr (Broken == edge::push_that_throws) {
        T taken = std::move(item);
        mine = std::make_unique<T>(std::move(taken));
      } else {
        mine = std::make_unique<T>();
      }
      const weir::push_result r = begin_push();
      if (r != weir::push_result::pushed) {
        if constexpr (Broken == edge::push_that_throws) item = std::move(*mine);
        if (Broken == edge::full && r == weir::push_result::full) full_.store(true, std::memory_order_release);
        return r;
      }
      if constexpr (Broken != edge::push_that_throws) *mine = std::move(item);
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      c.items.push_back(mine.release());
      --c.under_way;
      return r;
    }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.items.empty()) return false;
      const std::unique_ptr<T> first(c.items.front());
      c.items.erase(c.items.begin());
      out = std::move(*first);
      full_.store(false, std::memory_order_release);
      return true;
    }
    bool ready() noexcept {
      typename P::unique_lock lock(mutex_);
      return !contents_.read().items.empty();
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return c.items.size() + (Broken == edge::empty ? 0 : c.under_way);
    }
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept {
      if (Broken != edge::reopen) close_or_open(false);
    }

   private:
    struct contents {
      std::vector<T*> items;
      std::size_t under_way = 0;
      bool closed = false;
    };
    /// Takes a place, for which there is memory then.
    weir::push_result begin_push() {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
      if (Room != 0 && c.items.size() + c.under_way == Room) return weir::push_result::full;
      c.items.reserve(c.items.size() + c.under_way + 1);
      ++c.under_way;
      return weir::push_result::pushed;
    }
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template atomic<bool> full_{false};
    typename P::template cell<contents> contents_;
  };
};

}  // namespace broken

#endif

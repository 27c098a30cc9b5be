// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_MUTEX_FIFO_HPP
#define WEIR_POLICIES_QUEUE_MUTEX_FIFO_HPP

#include <weir/concepts/queue_policy.hpp>

#include <boost/container/deque.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace weir::queue {

/// A deque of large blocks behind a mutex: the obviously correct queue, and the baseline for measuring the others.
///
/// Guarantee:  first in, first out over all submitters; never full.
/// Cost:       one lock per push, pop and ready(); an allocation every 292 tasks, inside the lock.
/// Not for:    many submitters or tiny tasks: use queue::unbounded, which guarantees the same without the lock.
/// Visibility: what the submitter did before posting is visible to the task.
struct mutex_fifo {
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    push_result try_push(T& item) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return push_result::closed;
      c.items.push_back(std::move(item));
      return push_result::pushed;
    }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.items.empty()) return false;
      out = std::move(c.items.front());
      c.items.pop_front();
      return true;
    }
    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().items.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct contents {
      // libstdc++'s std::deque would allocate every 9 tasks, and Boost's own allocator would not align them.
      boost::container::deque<T, std::allocator<T>, boost::container::deque_options_t<boost::container::block_bytes<16384>>> items;
      bool closed = false;
    };
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};

static_assert(queue_policy<mutex_fifo>);

}  // namespace weir::queue

#endif

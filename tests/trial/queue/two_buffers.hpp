// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::two_buffers, 0>
// 1: ready() looks only at the buffer that takes come from | `ready()` must be reliable
// 2: size() takes the two locks in the other order | `ready`, `empty`, `size`: any thread, pushes and pops at the same time
// 3: the buffers change places without the pushers' lock | An item for which `try_push` answered `pushed` comes out of exactly one `try_pop`
// 4: the buffers change places while items are left to take | An item for which `try_push` answered `pushed` comes out of exactly one `try_pop`
// 5: close() sets its mark under the takers' lock | Close is a state of the queue, not a flag beside it
#ifndef TESTS_TRIAL_QUEUE_TWO_BUFFERS_HPP
#define TESTS_TRIAL_QUEUE_TWO_BUFFERS_HPP

#include "tests/trial/variant.hpp"

#include <weir/pool.hpp>

#include <cstddef>
#include <deque>
#include <utility>

namespace trial {

/// Pushes fill one buffer and takes empty another, each behind its own lock; an empty one is exchanged for the other. First in, first out.
struct two_buffers {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    weir::push_result try_push(T& item) {
      typename P::unique_lock lock(in_mutex_);
      incoming& in = in_.write();
      if (in.closed) return weir::push_result::closed;
      in.items.push_back(std::move(item));
      return weir::push_result::pushed;
    }

    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(out_mutex_);
      std::deque<T>& items = out_.write();
      if (items.empty() || (broken == 4 && items.size() == 1)) exchange(items);
      if (items.empty()) return false;
      out = std::move(items.front());
      items.pop_front();
      return true;
    }

    bool ready() noexcept {
      if (broken == 1) {
        typename P::unique_lock lock(out_mutex_);
        return !out_.read().empty();
      }
      return size() != 0;
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock first(broken == 2 ? in_mutex_ : out_mutex_);
      typename P::unique_lock second(broken == 2 ? out_mutex_ : in_mutex_);
      return out_.read().size() + in_.read().items.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct incoming {
      std::deque<T> items;
      bool closed = false;
    };
    void exchange(std::deque<T>& items) noexcept {
      if (broken == 3) {
        items.swap(in_.write().items);
      } else {
        typename P::unique_lock lock(in_mutex_);
        items.swap(in_.write().items);
        if (broken == 4) in_.write().items.clear();
      }
    }
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(broken == 5 ? out_mutex_ : in_mutex_);
      in_.write().closed = closed;
    }

    mutable typename P::mutex in_mutex_;
    mutable typename P::mutex out_mutex_;
    typename P::template cell<incoming> in_;
    typename P::template cell<std::deque<T>> out_;
  };
};
static_assert(weir::queue_policy<two_buffers>);

template <class P>
using verified = weir::pool<two_buffers, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::two_lanes, 0, weir::tests::item_order::any>
// 1: a push with a level does not look whether the queue is closed | after `close()` has returned, no `try_push` answers `pushed`; all that holds for
// `try_push(item)` holds for a push with a tag 2: ready() looks at the ordinary lane only | `ready()` must be reliable. Workers park on its answer.
// 3: a task of a level beyond the second is accepted and forgotten | An item for which `try_push` answered `pushed` comes out of exactly one `try_pop`
// 4: a push with a level takes no lock | All that holds for `try_push(item)` holds for it
// 5: size() and empty() leave the urgent lane out | empty(): is nothing in it and no push under way?
#ifndef TESTS_TRIAL_QUEUE_TWO_LANES_HPP
#define TESTS_TRIAL_QUEUE_TWO_LANES_HPP

#include "tests/trial/variant.hpp"

#include <weir/concepts/tags.hpp>
#include <weir/pool.hpp>

#include <cstddef>
#include <deque>
#include <utility>

namespace trial {

/// Tasks of weir::level 0 before all others; first in, first out inside a lane. Tasks of any other level, and those without, are ordinary.
struct two_lanes {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    weir::push_result try_push(T& item) { return try_push(item, weir::level{1}); }
    weir::push_result try_push(T& item, weir::level at) {
      if (broken == 4) {
        if (at.value == 0) {
          contents& c = contents_.write();
          if (c.closed) return weir::push_result::closed;
          c.urgent.push_back(std::move(item));
          return weir::push_result::pushed;
        }
      }
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed && !(broken == 1 && at.value == 0)) return weir::push_result::closed;
      if (at.value == 0)
        c.urgent.push_back(std::move(item));
      else if (broken != 3 || at.value == 1)
        c.ordinary.push_back(std::move(item));
      return weir::push_result::pushed;
    }

    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      std::deque<T>& lane = c.urgent.empty() ? c.ordinary : c.urgent;
      if (lane.empty()) return false;
      out = std::move(lane.front());
      lane.pop_front();
      return true;
    }

    bool ready() noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return !c.ordinary.empty() || (broken != 2 && !c.urgent.empty());
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return c.ordinary.size() + (broken == 5 ? 0 : c.urgent.size());
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct contents {
      std::deque<T> urgent;
      std::deque<T> ordinary;
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
static_assert(weir::queue_policy<two_lanes>);

template <class P>
using verified = weir::pool<two_lanes, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::worker_deques, 0, weir::tests::item_order::any>
// 1: a worker's push goes to its deque before the deque has joined | What it pushes then must be where other workers find it.
// 2: ready() looks at the common deque only | `ready()` must be reliable over all joined seats
// 3: a worker's push does not look whether the queue is closed | after `close()` has returned, no `try_push` answers `pushed`
// 4: a worker takes from its own deque without the lock | from now on, until the pool ends, other workers may access it
// 5: the search for a task of another worker leaves out the deque that joined first | `ready()` says true for what a take finds
#ifndef TESTS_TRIAL_QUEUE_WORKER_DEQUES_HPP
#define TESTS_TRIAL_QUEUE_WORKER_DEQUES_HPP

#include "tests/trial/variant.hpp"

#include <weir/pool.hpp>

#include <cstddef>
#include <deque>
#include <utility>

namespace trial {

/// A deque for each worker and one for all others, behind one lock. A worker takes its newest task, then one of all, then another worker's oldest.
struct worker_deques {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;
    struct seat {
      typename P::template cell<std::deque<T>> items;
      bool joined = false;
      seat* next = nullptr;
    };

    weir::push_result try_push(T& item) { return try_push(item, nullptr); }
    weir::push_result try_push(T& item, seat* mine) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      const bool to_own = mine != nullptr && (broken == 1 || mine->joined);
      if (c.closed && !(broken == 3 && to_own)) return weir::push_result::closed;
      (to_own ? mine->items.write() : c.common).push_back(std::move(item));
      return weir::push_result::pushed;
    }

    bool try_pop(T& out, seat& mine) noexcept {
      if (broken == 4) {
        if (take_newest(mine.items.write(), out)) return true;
      }
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (take_newest(mine.items.write(), out) || take_oldest(c.common, out)) return true;
      for (seat* s = c.seats; s != nullptr; s = s->next) {
        if (broken == 5 && s->next == nullptr) break;
        if (take_oldest(s->items.write(), out)) return true;
      }
      return false;
    }
    void join(seat& mine) noexcept {
      typename P::unique_lock lock(mutex_);
      mine.joined = true;
      mine.next = std::exchange(contents_.write().seats, &mine);
    }

    bool ready() noexcept { return broken == 2 ? common_size() != 0 : size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      std::size_t sum = c.common.size();
      for (seat* s = c.seats; s != nullptr; s = s->next) sum += s->items.read().size();
      return sum;
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct contents {
      std::deque<T> common;
      seat* seats = nullptr;
      bool closed = false;
    };
    static bool take_newest(std::deque<T>& from, T& out) noexcept {
      if (from.empty()) return false;
      out = std::move(from.back());
      from.pop_back();
      return true;
    }
    static bool take_oldest(std::deque<T>& from, T& out) noexcept {
      if (from.empty()) return false;
      out = std::move(from.front());
      from.pop_front();
      return true;
    }
    std::size_t common_size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().common.size();
    }
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};
static_assert(weir::queue_policy<worker_deques>);

template <class P>
using verified = weir::pool<worker_deques, P>;

}  // namespace trial

#endif

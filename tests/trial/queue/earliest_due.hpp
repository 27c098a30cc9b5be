// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::earliest_due<2>, 2, weir::tests::item_order::any>
// 1: a full queue makes room for a task with a due time by overwriting the last one | An item for which `try_push` answered `pushed` comes out of
// exactly one `try_pop` 2: a tag with no due time is accepted and dropped | It is default-constructible, and the queue takes a default one 3: a push
// with a tag moves the item before it looks for room | `full`, `closed`, or thrown: `item` is untouched 4: the last item is taken and stays | An item
// comes out of exactly one `try_pop`
// 5: the number of items is raised after the lock is given back | size(): the number of items; `ready()` must be reliable
#ifndef TESTS_TRIAL_QUEUE_EARLIEST_DUE_HPP
#define TESTS_TRIAL_QUEUE_EARLIEST_DUE_HPP

#include "tests/trial/variant.hpp"

#include <weir/pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace trial {

/// When a task should be done, in the user's own unit; 0 is at once.
struct due {
  using post_tag = void;
  std::uint64_t at = 0;
};

/// N places behind a lock. The task that is due first leaves first; one without a tag is due last.
template <std::size_t N>
struct earliest_due {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    using tag = due;
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) { return add(item, std::numeric_limits<std::uint64_t>::max()); }
    weir::push_result try_push(T& item, due when) {
      if (broken == 3) {
        T taken = std::move(item);
        return add(taken, when.at);
      }
      return add(item, when.at);
    }

    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.heap.empty()) return false;
      std::pop_heap(c.heap.begin(), c.heap.end(), later);
      out = std::move(c.heap.back().item);
      if (broken == 4 && c.heap.size() == 1 && !std::exchange(c.kept, true)) return true;
      c.heap.pop_back();
      if (broken == 5) number_.fetch_sub(1, std::memory_order_acq_rel);
      return true;
    }

    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      if (broken == 5) return number_.fetch_add(0, std::memory_order_acq_rel);
      typename P::unique_lock lock(mutex_);
      return contents_.read().heap.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct entry {
      T item;
      std::uint64_t at;
      std::uint64_t number;
    };
    struct contents {
      contents() { heap.reserve(N); }
      std::vector<entry> heap;
      std::uint64_t next = 0;
      bool closed = false;
      bool kept = false;
    };
    static bool later(const entry& a, const entry& b) noexcept { return a.at != b.at ? a.at > b.at : a.number > b.number; }

    weir::push_result add(T& item, std::uint64_t at) {
      {
        typename P::unique_lock lock(mutex_);
        contents& c = contents_.write();
        if (c.closed) return weir::push_result::closed;
        if (c.heap.size() == N) {
          if (broken != 1 || at == std::numeric_limits<std::uint64_t>::max()) return weir::push_result::full;
          c.heap.pop_back();
        }
        if (broken == 2 && at == 0) return weir::push_result::pushed;
        c.heap.push_back(entry{std::move(item), at, c.next++});
        std::push_heap(c.heap.begin(), c.heap.end(), later);
      }
      if (broken == 5) number_.fetch_add(1, std::memory_order_acq_rel);
      return weir::push_result::pushed;
    }
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
    mutable typename P::template atomic<std::size_t> number_;
  };
};
static_assert(weir::queue_policy<earliest_due<2>>);

template <class P>
using verified = weir::pool<earliest_due<2>, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/queue_policy.md
// conformance: queue queue_case<trial::per_key, 0>
// 1: done() does not release the key | the task that was popped last into `mine` has ended; the call may make another task ready
// 2: ready() says true for a task that is held back | If it says true and a take finds nothing, the worker looks again and again
// 3: done() takes no lock | `try_pop`, `done` with a seat: at the same time: everything
// 4: empty() does not count tasks that are held back | empty(): is nothing in it and no push under way?
// 5: take_back() gives only tasks that are not held back | take_back: the oldest item of all, also one that `try_pop` holds back
#ifndef TESTS_TRIAL_QUEUE_PER_KEY_HPP
#define TESTS_TRIAL_QUEUE_PER_KEY_HPP

#include "tests/trial/variant.hpp"

#include <weir/concepts/tags.hpp>
#include <weir/pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace trial {

/// Of the tasks with the same weir::key one runs at a time, in the order of the posts. One list, searched from its front.
struct per_key {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
    using key = std::optional<std::uint64_t>;
    struct entry {
      T item;
      key of;
    };
    struct contents {
      std::deque<entry> waiting;
      std::vector<std::uint64_t> busy;
      bool closed = false;

      auto runnable() const {
        return std::find_if(waiting.begin(), waiting.end(),
                            [this](const entry& e) { return !e.of || std::find(busy.begin(), busy.end(), *e.of) == busy.end(); });
      }
    };

   public:
    static constexpr bool bounded = false;
    /// The key of the task that its worker runs.
    struct seat {
      key runs;
    };

    weir::push_result try_push(T& item) { return add(item, {}); }
    weir::push_result try_push(T& item, weir::key k) { return add(item, k.value); }

    bool try_pop(T& out, seat& mine) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      const auto found = c.runnable();
      if (found == c.waiting.end()) return false;
      if (found->of) c.busy.push_back(*found->of);
      mine.runs = found->of;
      take(c, out, static_cast<std::size_t>(found - c.waiting.begin()));
      return true;
    }
    bool take_back(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      const auto found = broken == 5 ? c.runnable() : c.waiting.cbegin();
      if (found == c.waiting.cend()) return false;
      take(c, out, static_cast<std::size_t>(found - c.waiting.cbegin()));
      return true;
    }
    void join(seat&) noexcept {}
    void done(seat& mine) noexcept {
      if (broken == 1 || !mine.runs) return;
      typename P::unique_lock lock(mutex_);
      if (broken == 3) lock.unlock();
      std::vector<std::uint64_t>& busy = contents_.write().busy;
      busy.erase(std::find(busy.begin(), busy.end(), *std::exchange(mine.runs, key{})));
    }

    bool ready() noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return broken == 2 ? !c.waiting.empty() : c.runnable() != c.waiting.end();
    }
    bool empty() const noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return broken == 4 ? c.runnable() == c.waiting.end() : c.waiting.empty();
    }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().waiting.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    weir::push_result add(T& item, key of) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
      c.busy.reserve(c.busy.size() + c.waiting.size() + 1);  // so that a take, which must not fail, allocates nothing
      c.waiting.emplace_back(std::move(item), of);
      return weir::push_result::pushed;
    }
    static void take(contents& c, T& out, std::size_t place) noexcept {
      out = std::move(c.waiting[place].item);
      c.waiting.erase(c.waiting.begin() + static_cast<std::ptrdiff_t>(place));
    }
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};
static_assert(weir::queue_policy<per_key>);

template <class P>
using verified = weir::pool<per_key, P>;

}  // namespace trial

#endif

// SPDX-License-Identifier: Apache-2.0
// A user's queue whose try_pop() gives a task only when the one before has ended.
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// At most two tasks wait, and each is held back until the one before has ended.
struct one_after_another {
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;
    struct seat {
      bool runs = false;
    };
    push_result try_push(T& item) {
      const std::lock_guard lock(mutex_);
      if (closed_) return push_result::closed;
      if (items_.size() == 2) return push_result::full;
      items_.push_back(std::move(item));
      return push_result::pushed;
    }
    bool try_pop(T& out, seat& mine) noexcept {
      const std::lock_guard lock(mutex_);
      if (items_.empty()) return false;
      if (runs_) {
        if (++refusals_ != 10'000) return false;
        ADD_FAILURE() << "the pool asks for ever";
      }
      runs_ = mine.runs = true;
      return take(out);
    }
    void join(seat&) noexcept {}
    void leave(seat&) noexcept {}
    void done(seat& mine) noexcept {
      const std::lock_guard lock(mutex_);
      if (std::exchange(mine.runs, false)) runs_ = false;
    }
    bool take_back(T& out) noexcept {
      const std::lock_guard lock(mutex_);
      return take(out);
    }
    bool ready(seat&) noexcept { return ready(); }
    bool ready() noexcept {
      const std::lock_guard lock(mutex_);
      return !runs_ && !items_.empty();
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      const std::lock_guard lock(mutex_);
      return items_.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    bool take(T& out) noexcept {
      if (items_.empty()) return false;
      out = std::move(items_.front());
      items_.pop_front();
      return true;
    }
    void set_closed(bool closed) noexcept {
      const std::lock_guard lock(mutex_);
      closed_ = closed;
    }
    mutable std::mutex mutex_;
    std::deque<T> items_;
    bool runs_ = false;
    bool closed_ = false;
    int refusals_ = 0;
  };
};

TEST(a_queue_may_hold_tasks_back, and_the_oldest_can_be_discarded_all_the_same) {
  pool<one_after_another, blocking::discard_oldest> p({.capacity = 1});
  std::vector<int> ran;
  p.submit([&] {
     for (int i = 0; i != 4; ++i) EXPECT_EQ(p.post([&ran, i] { ran.push_back(i); }), post_result::accepted);
   }).get();
  p.wait_idle();
  EXPECT_EQ(ran, (std::vector{2, 3}));
}

}  // namespace
}  // namespace weir::tests

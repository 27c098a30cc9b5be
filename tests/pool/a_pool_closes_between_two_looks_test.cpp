// SPDX-License-Identifier: Apache-2.0
// A pool is closed after a post has found the queue full and before the post has the pool's lock.
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace weir::tests {
namespace {

/// One place, whose seats keep the pool from giving a task to a worker past the queue. `when_full` runs once, after a push has found it full.
struct told_when_full {
  using axis = axes::queue;
  static inline std::function<void()> when_full;

  template <class P, class T>
  class on : public queue::bounded<1>::on<P, T> {
    using base = queue::bounded<1>::on<P, T>;

   public:
    struct seat {};
    push_result try_push(T& item) {
      const push_result r = base::try_push(item);
      if (r == push_result::full)
        if (const auto f = std::exchange(when_full, nullptr)) f();
      return r;
    }
    void join(seat&) noexcept {}
    bool try_pop(T& out, seat&) noexcept { return base::try_pop(out); }
    void done(seat&) noexcept {}
  };
};

template <class Blocking>
void expect_the_task_is_handed_back() {
  pool<told_when_full, Blocking> p({.capacity = 1});
  bool ran = false;
  {
    hold busy;
    busy.occupy(p);
    give(p, [] {});
    told_when_full::when_full = [&] { p.shutdown(); };
    EXPECT_EQ(p.post([&] { ran = true; }), post_result::closed);
  }
  p.join();
  EXPECT_FALSE(ran);
}

TEST(a_pool_that_closes_while_a_post_finds_it_full, has_no_task_run_by_its_caller) {
  expect_the_task_is_handed_back<blocking::caller_runs>();
}

TEST(a_pool_that_closes_while_a_post_finds_it_full, starts_no_worker_beyond_its_capacity) {
  expect_the_task_is_handed_back<blocking::overflow_spawn>();
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace weir::tests {
namespace {

class a_coroutine_that_ends_elsewhere : public testing::Test {
 protected:
  thread_pool threads{{.capacity = 1}};
};

TEST_F(a_coroutine_that_ends_elsewhere, ends_the_task_for_the_queue) {
  light_pool<queue::keyed> keyed({.capacity = 2, .carriers = 1});
  event ran;
  EXPECT_EQ(keyed.post([&]() -> coroutine<> { static_cast<void>(co_await threads.schedule()); }, key{1}), post_result::accepted);
  EXPECT_EQ(keyed.post([&] { ran.set(); }, key{1}), post_result::accepted);
  if (!ran.wait_for()) {
    std::fputs("the key is held for ever, and the pool cannot end\n", stderr);
    std::abort();
  }
}

// Its worker is over the capacity by then: it retires, and the queued task waits for the other one.
TEST_F(a_coroutine_that_ends_elsewhere, begins_no_task_beyond_the_capacity) {
  light_pool<> shrinks({.capacity = 2, .carriers = 1});
  hold away;
  give(shrinks, [&]() -> coroutine<> {
    static_cast<void>(co_await threads.schedule());
    away.task()();
  });
  async_semaphore end(0);
  event waits;
  give(shrinks, [&]() -> coroutine<> {
    waits.set();
    co_await end.acquire();
    EXPECT_EQ(shrinks.stats().workers, 1U);
  });
  ASSERT_TRUE(away.begun());
  ASSERT_TRUE(waits.wait_for());
  event ran;
  give(shrinks, [&] { ran.set(); });
  shrinks.resize(0, 1);
  away.release();
  EXPECT_TRUE(eventually([&] { return shrinks.stats().workers == 1 || ran.happened(); }));
  EXPECT_FALSE(ran.happened()) << "two tasks are in flight";
  end.release();
  EXPECT_TRUE(ran.wait_for());
}

TEST_F(a_coroutine_that_ends_elsewhere, keeps_the_number_of_its_worker) {
  light_pool<> home({.capacity = 1, .carriers = 1});
  home.submit([&]() -> coroutine<> {
        const std::optional<unsigned> before = this_worker::number();
        static_cast<void>(co_await threads.schedule());
        EXPECT_TRUE(before);
        EXPECT_EQ(this_worker::number(), before);
      })
      .get();
}

struct counts_turns {
  using axis = axes::observer;

  template <class P>
  struct on : observer::none::on<P> {
    using per_worker = typename observer::none::on<P>::per_worker;
    std::atomic<int> ups = 0, downs = 0;
    void resumed(per_worker&) noexcept { ++ups; }
    void suspended(per_worker&) noexcept { ++downs; }
  };
};

TEST_F(a_coroutine_that_ends_elsewhere, is_observed_there_too) {
  light_pool<counts_turns> home({.capacity = 1, .carriers = 1});
  give(home, [&]() -> coroutine<> { static_cast<void>(co_await threads.schedule()); });
  home.wait_idle();
  EXPECT_EQ(home.observer().ups, 2) << "there, and at home to end its task";
  EXPECT_EQ(home.observer().downs, 2);
}

}  // namespace
}  // namespace weir::tests

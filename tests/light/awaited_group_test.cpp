// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>
#include <weir/within.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <system_error>

namespace weir::tests {
namespace {

class an_awaited_group : public testing::Test {
 protected:
  thread_pool threads{{.capacity = 1}};
  light_pool<> light{{.capacity = 10, .carriers = 1}};
};

TEST_F(an_awaited_group, has_run_all_its_tasks) {
  std::atomic<int> ran = 0;
  const auto all = light.submit([&]() -> coroutine<group_result> {
    task_group g(threads);
    for (int n = 0; n != 100; ++n) g.run([&ran] { ++ran; });
    co_return co_await g.finish();
  });
  EXPECT_TRUE(all.wait_for(patience));
  EXPECT_EQ(ran, 100);
}

TEST_F(an_awaited_group, is_worked_for_when_nobody_else_comes) {
  hold held;
  held.occupy(threads);
  bool ran = false;
  const auto all = light.submit([&]() -> coroutine<> {
    task_group g(threads);
    g.run([&] { ran = true; });
    static_cast<void>(co_await g.finish());
  });
  EXPECT_TRUE(all.wait_for(patience));
  EXPECT_TRUE(ran);
}

TEST_F(an_awaited_group, holds_no_thread_while_another_runs_the_last_task) {
  hold held;
  task_group g(threads);
  g.run(held.task());
  ASSERT_TRUE(held.begun());
  auto all = light.submit([&]() -> coroutine<group_result> { co_return co_await g.finish(); });
  EXPECT_TRUE(light.submit([] {}).wait_for(patience)) << "on the only carrier";
  EXPECT_FALSE(all.ready());
  held.release();
  EXPECT_EQ(all.get(), group_result::complete);
}

TEST_F(an_awaited_group, is_not_worked_for_when_there_is_no_time) {
  hold held;
  held.occupy(threads);
  task_group g(threads);
  int ran = 0;
  g.run([&ran] { ++ran; });
  const auto waits = [&]() -> coroutine<> {
    const bool over = co_await within(std::chrono::seconds(-1), g);
    EXPECT_FALSE(over);
    EXPECT_EQ(ran, 0);
  };
  light.submit(waits).get();
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 1);
}

TEST_F(an_awaited_group, is_not_awaited_by_its_own_task) {
  task_group g(threads);
  g.run([&g] { EXPECT_THROW(static_cast<void>(g.withdrawable_wait()), std::system_error); });
  EXPECT_EQ(g.wait(), group_result::complete);
}

TEST_F(an_awaited_group, says_what_became_of_it_and_may_be_used_again) {
  light
      .submit([&]() -> coroutine<> {
        task_group g(threads);
        g.run([] { throw std::runtime_error("no"); });
        EXPECT_THROW(co_await g.finish(), std::runtime_error);
        g.cancel();
        const group_result stopped = co_await g.finish();
        EXPECT_EQ(stopped, group_result::cancelled);
        const group_result empty = co_await g.finish();
        EXPECT_EQ(empty, group_result::complete);
      })
      .get();
}

}  // namespace
}  // namespace weir::tests

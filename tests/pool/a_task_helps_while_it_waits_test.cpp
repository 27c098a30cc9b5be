// SPDX-License-Identifier: Apache-2.0
#include <weir/cancellable_future.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <system_error>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

int fibonacci(pool<observer::counters>& p, int n) {
  if (n < 2) return n;
  auto first = submit_cancellable(p, [&p, n] { return fibonacci(p, n - 1); });
  const int second = fibonacci(p, n - 2);
  return first.help_and_get() + second;
}

TEST(a_task_that_helps, may_wait_for_tasks_of_its_pool_on_one_worker) {
  pool<observer::counters> p{{.capacity = 1}};
  EXPECT_EQ(p.run([&p] { return fibonacci(p, 10); }), 55);
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 0U) << "what a helper has run is complete";
  EXPECT_EQ(p.stats().accepted, p.stats().completed);
}

TEST(a_task_that_helps, waits_for_one_that_runs) {
  pool<> p{{.capacity = 2}};
  event begun, go;
  auto outer = p.submit([&] {
    auto inner = submit_cancellable(p, [&] {
      begun.set();
      go.wait();
      return 3;
    });
    begun.wait();
    go.set();
    return inner.help_and_get();
  });
  EXPECT_EQ(outer.get(), 3);
}

TEST(a_task_that_helps, until_a_deadline_runs_what_has_not_begun) {
  pool<> p{{.capacity = 1}};
  auto outer = p.submit([&p] {
    auto inner = submit_cancellable(p, [] { return 3; });
    EXPECT_FALSE(inner.help_for(0s)) << "no task is begun after the deadline";
    EXPECT_FALSE(inner.help_until(pool<>::clock::now()));
    EXPECT_TRUE(inner.help_for(1h));
    EXPECT_TRUE(inner.help_for(0s)) << "there is an outcome";
    return inner.get();
  });
  EXPECT_EQ(outer.get(), 3);
}

TEST(a_task_that_helps, until_a_deadline_waits_no_longer_for_one_that_runs) {
  pool<> p{{.capacity = 2}};
  event begun, go;
  auto outer = p.submit([&] {
    auto inner = submit_cancellable(p, [&] {
      begun.set();
      go.wait();
      return 3;
    });
    begun.wait();
    EXPECT_FALSE(inner.help_for(1ms));
    go.set();
    EXPECT_TRUE(inner.help_until(pool<>::time_point::max())) << "it ends, and needs no other worker";
    return inner.get();
  });
  EXPECT_EQ(outer.get(), 3);
}

TEST(a_task_that_helps, until_a_deadline_does_not_run_a_coroutine) {
  pool<> p{{.capacity = 1}};
  auto outer = p.submit([&p] {
    auto nap = []() -> coroutine<int> {
      co_await sleep_for(1us);
      co_return 1;
    };
    auto inner = submit_cancellable(p, nap);
    EXPECT_FALSE(inner.help_for(1ms)) << "it needs the worker that waits for it";
    return inner;
  });
  EXPECT_EQ(outer.get().get(), 1);
}

TEST(a_task_that_helps, does_not_run_a_coroutine) {
  pool<> p{{.capacity = 1}};
  auto outer = p.submit([&p] {
    auto nap = []() -> coroutine<int> {
      co_await sleep_for(1us);
      co_return 1;
    };
    return submit_cancellable(p, nap).help_and_get();
  });
  EXPECT_THROW(outer.get(), std::system_error);
}

}  // namespace
}  // namespace weir::tests

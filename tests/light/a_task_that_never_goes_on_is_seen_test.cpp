// SPDX-License-Identifier: Apache-2.0
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(stats_of_a_light_pool, count_the_tasks_that_wait) {
  light_pool<> p({.capacity = 10, .carriers = 2});
  channel<int> never;
  std::stop_source stopper;
  EXPECT_EQ(p.stats().suspended, 0u);
  for (int n = 0; n != 2; ++n) give(p, [&]() -> coroutine<> { static_cast<void>(co_await never.receive()); });
  give(p, [&]() -> coroutine<> { static_cast<void>(co_await sleep_for(1h, stopper.get_token())); });
  hold held;
  held.occupy(p);
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 3; })) << p.stats().suspended;
  EXPECT_EQ(p.stats().running, 4u) << "one of them computes";
  held.release();
  never.close();
  stopper.request_stop();
  p.wait_idle();
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 0; }));
}

TEST(stats_of_a_light_pool, do_not_count_one_that_only_waits_for_a_carrier) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  hold held;
  held.occupy(p);
  give(p, []() -> coroutine<> { co_await yield(); });
  EXPECT_EQ(p.stats().running, 2u);
  EXPECT_EQ(p.stats().suspended, 0u) << "it is ready";
}

TEST(stats_of_a_light_pool, say_what_keeps_it_from_its_end) {
  light_pool<> p({.capacity = 10, .carriers = 1});
  channel<int> never;
  give(p, [&]() -> coroutine<> { static_cast<void>(co_await never.receive()); });
  p.submit([] {}).get();  // the other one has had its turn
  ASSERT_TRUE(eventually([&] { return p.stats().running == 1 && p.stats().suspended == 1; })) << "the worker of that task rests soon";
  p.shutdown();
  join_result end;
  EXPECT_TRUE(eventually([&] {  // the idle worker takes a turn to leave
    end = p.join_for(1ms);
    return end || (end.left.running == 1 && end.left.suspended == 1);
  })) << end.left.running
      << " running, " << end.left.suspended << " suspended";
  EXPECT_FALSE(end);
  never.close();
  end = p.join_for(patience);
  EXPECT_TRUE(end);
  EXPECT_EQ(end.left.workers, 0u);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace weir::tests {
namespace {

template <class Pool>
class resize : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::none>>;
TYPED_TEST_SUITE(resize, pools, numbered);

TYPED_TEST(resize, up_lets_more_work_run_at_once) {
  TypeParam p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().capacity, 3U);
  hold b;
  hold c;
  b.occupy(p);
  c.occupy(p);
  EXPECT_EQ(p.stats().running, 3U);
}

TYPED_TEST(resize, down_converges_to_the_new_size_and_no_further) {
  TypeParam p{{.capacity = 8}};
  std::array<hold, 8> tasks;
  for (hold& each : tasks) each.occupy(p);
  p.resize(0, 7);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().workers, 8U) << "running tasks are not interrupted";
  for (hold& each : tasks) each.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 3; }));
  p.wait_idle();
  EXPECT_EQ(p.stats().workers, 3U) << "it overshot";
  EXPECT_EQ(p.run([] { return 1; }), 1);
}

TYPED_TEST(resize, down_lets_idle_workers_go_now) {
  TypeParam p{{.capacity = 4}};
  {
    std::array<hold, 4> tasks;
    for (hold& each : tasks) each.occupy(p);
  }
  p.wait_idle();
  ASSERT_EQ(p.stats().workers, 4U);
  p.resize(0, 1);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
}

TYPED_TEST(resize, may_be_called_from_a_task_and_up_and_down_under_load) {
  TypeParam p{{.capacity = 4}};
  tally ran;
  std::thread submitter([&] {
    for (int n = 0; n < 2000; ++n) give(p, [&] { ran.add(); });
  });
  for (unsigned n = 0; n < 200; ++n) {
    const unsigned capacity = 1 + n % 5;
    p.resize(0, capacity);
    p.run([&p, capacity] { p.resize(0, capacity); });
  }
  submitter.join();
  p.wait_idle();
  EXPECT_EQ(ran.count(), 2000);
  p.resize(0, 1);
  EXPECT_TRUE(eventually([&] { return p.stats().workers <= 1; }));
}

TYPED_TEST(resize, refuses_limits_that_contradict_each_other_and_keeps_the_old_ones) {
  TypeParam p{{.capacity = 2}};
  EXPECT_THROW(p.resize(0, 0), std::invalid_argument);
  EXPECT_THROW(p.resize(3, 2), std::invalid_argument);
  EXPECT_EQ(p.stats().capacity, 2U);
  EXPECT_EQ(p.stats().min_workers, 0U);
  p.resize(2, 2);
  EXPECT_EQ(p.stats().min_workers, 2U);
}

TEST(resize_up, starts_the_tasks_that_wait_in_the_queue) {
  thread_pool p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  std::array<hold, 3> waiting;
  for (hold& each : waiting) give(p, each.task());
  p.resize(0, 4);
  for (hold& each : waiting) EXPECT_TRUE(each.begun()) << "nothing else happens that could start it";
}

TEST(resize_up, admits_a_submitter_that_waits_for_room) {
  pool<queue::bounded<1>> p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  hold b;
  give(p, b.task());
  event admitted;
  std::thread submitter([&] {
    give(p, [] {});
    admitted.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.resize(0, 2);
  EXPECT_TRUE(b.begun());
  EXPECT_TRUE(admitted.wait_for()) << "the new worker made room, and nobody told the submitter";
  b.release();
  submitter.join();
}

TEST(resize_up, admits_all_submitters_that_wait_for_a_worker) {
  pool<queue::none> p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  std::array<hold, 3> held;
  std::array<std::thread, 3> submitters;
  for (std::size_t n = 0; n < 3; ++n) submitters[n] = std::thread([&, n] { give(p, held[n].task()); });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 3; }));
  p.resize(0, 4);
  for (std::thread& each : submitters) each.join();
  for (hold& each : held) EXPECT_TRUE(each.begun());
}

TEST(resize_up, after_down_brings_workers_back) {
  thread_pool p{{.capacity = 4}};
  for (int n = 0; n < 20; ++n) {
    p.resize(0, 1);
    p.resize(0, 4);
    std::array<hold, 4> tasks;
    for (hold& each : tasks) each.occupy(p);
  }
}

TEST(a_pool_of_hardware_size, is_what_zero_means) {
  thread_pool p;
  EXPECT_EQ(p.stats().capacity, platform::native::hardware_concurrency());
}

TEST(options_that_contradict_each_other, are_refused) {
  EXPECT_THROW((thread_pool{{.capacity = 2, .min_workers = 3}}), std::invalid_argument);
  EXPECT_THROW((thread_pool{{.capacity = 2, .idle_after = std::chrono::nanoseconds(-1)}}), std::invalid_argument);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/agents/light.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <array>

namespace weir::tests {
namespace {

TEST(min_workers, come_first_then_the_queue_then_the_capacity) {
  // Java: new ThreadPoolExecutor(2, 4, ..., new ArrayBlockingQueue<>(3), new AbortPolicy())
  pool<queue::bounded<>, growth::on_backlog<>, blocking::reject, expiry::after_idle> p{{.capacity = 4, .queue_limit = 3, .min_workers = 2}};
  std::array<hold, 8> tasks;
  const auto post = [&](std::size_t n) { return p.post(tasks[n].task()); };
  for (std::size_t n = 0; n != 2; ++n) {
    ASSERT_EQ(post(n), post_result::accepted);
    ASSERT_TRUE(tasks[n].begun()) << "below min_workers each task gets a worker";
  }
  for (std::size_t n = 2; n != 5; ++n) {
    ASSERT_EQ(post(n), post_result::accepted);
    EXPECT_EQ(p.stats().workers, 2U) << "the queue comes next";
    EXPECT_EQ(p.stats().queued, n - 1);
  }
  for (std::size_t n = 5; n != 7; ++n) {
    ASSERT_EQ(post(n), post_result::accepted);
    ASSERT_TRUE(tasks[n - 3].begun()) << "the queue is full: a new worker has its oldest task";
    EXPECT_EQ(p.stats().workers, n - 2);
    EXPECT_EQ(p.stats().queued, 3U);
  }
  EXPECT_EQ(post(7), post_result::full);
}

template <class Pool>
unsigned long workers_of(options o) {
  Pool p(o);
  return p.stats().workers;
}

TEST(min_workers, are_started_in_advance_on_request_only) {
  using by_demand = pool<expiry::after_idle>;
  EXPECT_EQ(workers_of<by_demand>({.capacity = 4, .min_workers = 2}), 0U);
  EXPECT_EQ(workers_of<by_demand>({.capacity = 4, .min_workers = 2, .prestart_min_workers = true}), 2U);
  EXPECT_EQ(workers_of<by_demand>({.capacity = 4, .prestart_min_workers = true}), 0U);
  EXPECT_EQ(workers_of<pool<growth::on_backlog<>>>({.capacity = 4, .min_workers = 4, .prestart_min_workers = true}), 4U);
  EXPECT_EQ(workers_of<pool<growth::prestart>>({.capacity = 4, .min_workers = 2, .prestart_min_workers = true}), 4U);
  EXPECT_EQ((workers_of<pool<agents::light>>({.capacity = 4, .carriers = 1, .min_workers = 3, .prestart_min_workers = true})), 3U);
}

TEST(min_workers, are_started_by_a_resize_and_a_restart_too) {
  pool<> p{{.capacity = 4, .min_workers = 1, .prestart_min_workers = true}};
  EXPECT_EQ(p.stats().workers, 1U);
  p.resize(3, 4);
  EXPECT_EQ(p.stats().workers, 3U);
  p.resize(2, 4);
  EXPECT_EQ(p.stats().workers, 3U) << "expiry::never retires none";
  p.shutdown();
  p.join();
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.stats().workers, 2U);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace weir::tests {
namespace {

using numbers = std::set<std::optional<unsigned>>;

/// The numbers of two workers that run at the same time.
template <class Pool>
numbers of_two(Pool& p) {
  std::array<std::optional<unsigned>, 2> seen;
  std::array<event, 2> here;
  for (std::size_t i = 0; i != 2; ++i)
    EXPECT_EQ(p.post([&, i] {
      seen[i] = this_worker::number();
      here[i].set();
      EXPECT_TRUE(here[1 - i].wait_for());
    }),
              post_result::accepted);
  p.wait_idle();
  return {seen.begin(), seen.end()};
}

TEST(a_workers_number, is_its_own) {
  pool<> p{{.capacity = 2}};
  for (int n = 0; n != 10; ++n) EXPECT_EQ(of_two(p), (numbers{0, 1}));
}

TEST(a_workers_number, is_given_again_in_the_next_life_of_the_pool) {
  pool<> p{{.capacity = 2}};
  for (int n = 0; n != 3; ++n) {
    EXPECT_EQ(of_two(p), (numbers{0, 1}));
    p.shutdown();
    p.join();
    ASSERT_TRUE(p.restart());
  }
}

TEST(a_workers_number, is_known_to_the_hooks) {
  std::mutex lock;
  numbers started;
  numbers stopped;
  const auto into = [&](numbers& all) {
    return [&] {
      const std::scoped_lock held(lock);
      all.insert(this_worker::number());
    };
  };
  {
    pool<> p{{.capacity = 2, .on_start = into(started), .on_stop = into(stopped)}};
    of_two(p);
  }
  EXPECT_EQ(started, (numbers{0, 1}));
  EXPECT_EQ(stopped, (numbers{0, 1}));
}

TEST(a_workers_number, is_the_light_workers_in_a_light_pool) {
  light_pool<> p{{.capacity = 3, .carriers = 1}};
  numbers seen;
  for (int n = 0; n != 3; ++n)
    EXPECT_EQ(p.post([&]() -> coroutine<> {
      const auto mine = this_worker::number();
      seen.insert(mine);
      co_await sleep_for(std::chrono::milliseconds(1));
      EXPECT_EQ(this_worker::number(), mine);
    }),
              post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen.count(std::nullopt), 0U);
}

TEST(a_workers_number, stays_while_it_helps_a_group) {
  pool<> p{{.capacity = 1}};
  p.run([&] {
    task_group g(p);
    g.run([] { EXPECT_EQ(this_worker::number(), 0U); });
    g.wait();
  });
}

TEST(a_workers_number, is_missing_where_no_worker_is) {
  EXPECT_EQ(this_worker::number(), std::nullopt);
  pool<queue::none, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] { EXPECT_EQ(this_worker::number(), std::nullopt); }), post_result::accepted);
  thread_pool outer{{.capacity = 1}};
  outer.run([&] { EXPECT_EQ(p.post([] { EXPECT_EQ(this_worker::number(), std::nullopt); }), post_result::accepted); });
}

TEST(a_pool, knows_whether_it_runs_this_thread) {
  pool<> p{{.capacity = 1}};
  thread_pool q{{.capacity = 1}};
  EXPECT_FALSE(p.runs_this_thread());
  p.run([&] {
    EXPECT_TRUE(p.runs_this_thread());
    EXPECT_FALSE(q.runs_this_thread());
  });
  pool<queue::none, blocking::caller_runs> inner{{.capacity = 1}};
  hold busy;
  busy.occupy(inner);
  p.run([&] {
    EXPECT_EQ(inner.post([&] {
      EXPECT_TRUE(inner.runs_this_thread());
      EXPECT_TRUE(p.runs_this_thread()) << "a task of p runs it";
    }),
              post_result::accepted);
  });
}

TEST(peak_workers, is_the_most_that_there_have_been) {
  pool<> p{{.capacity = 4}};
  EXPECT_EQ(p.stats().peak_workers, 0U);
  of_two(p);
  EXPECT_EQ(p.stats().peak_workers, 2U);
  p.resize(0, 1);
  p.run([] {});
  EXPECT_EQ(p.stats().peak_workers, 2U);
  p.shutdown();
  p.join();
  EXPECT_EQ(p.stats().workers, 0U);
  EXPECT_EQ(p.stats().peak_workers, 2U) << "also after the end";
  ASSERT_TRUE(p.restart());
  p.run([] {});
  EXPECT_EQ(p.stats().peak_workers, 2U) << "one in this life, two in the life before";
  p.wait_idle();  // run() returns before its worker is idle again
  p.resize(0, 4);
  hold a;
  hold b;
  hold c;
  for (hold* each : {&a, &b, &c}) each->occupy(p);
  EXPECT_EQ(p.stats().peak_workers, 3U);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/any_pool.hpp>
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/share.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// A pool of at least four workers, by whatever way it is made.
template <class Pool>
struct made {
  Pool pool{{.capacity = 4}};
};
template <class Balance>
struct made<multi_pool<thread_pool, Balance>> {
  multi_pool<thread_pool, Balance> pool{2, {.capacity = 4}};
};
template <>
struct made<any_pool> {
  thread_pool its{{.capacity = 4}};
  any_pool pool = its;
};
template <class Pool>
struct made<share<Pool>> {
  made<Pool> its;
  share<Pool> pool{its.pool, {.capacity = 4}};
};

template <class Pool>
class a_share_of : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::stealing>, pool<queue::none>, light_pool<>, multi_pool<thread_pool>, any_pool,
                             share<thread_pool>, share<share<any_pool>>>;
TYPED_TEST_SUITE(a_share_of, pools, numbered);

TYPED_TEST(a_share_of, runs_every_task_once) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 3});
  std::array<std::atomic<int>, 1000> ran{};
  for (auto& each : ran) give(part, [&each] { ++each; });
  part.wait_idle();
  for (const auto& each : ran) EXPECT_EQ(each, 1);
  EXPECT_EQ(part.stats().queued, 0U);
  EXPECT_EQ(part.stats().running, 0U);
}

TYPED_TEST(a_share_of, never_runs_more_than_its_capacity_at_a_time) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 2});
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  for (int n = 0; n < 500; ++n) {
    give(part, [&] {
      const int mine = ++now;
      for (int seen = most; seen < mine && !most.compare_exchange_weak(seen, mine);) {
      }
      std::this_thread::yield();
      --now;
    });
  }
  part.wait_idle();
  EXPECT_LE(most, 2);
}

// Two tasks that wait for each other need two workers at once.
TYPED_TEST(a_share_of, gets_as_many_workers_as_its_capacity) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 2});
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> here{0};
    for (int n = 0; n < 2; ++n) {
      give(part, [&here] {
        ++here;
        while (here < 2) std::this_thread::yield();
      });
    }
    part.wait_idle();
  }
}

TYPED_TEST(a_share_of, gives_results) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 1});
  EXPECT_EQ(part.submit([] { return 42; }).get(), 42);
  EXPECT_EQ(part.run([] { return 43; }), 43);
  EXPECT_THROW(part.submit([] { throw std::domain_error("on purpose"); }).get(), std::domain_error);
  part.shutdown();
  try {
    part.submit([] {}).get();
    ADD_FAILURE();
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::closed);
  }
}

TYPED_TEST(a_share_of, leaves_workers_to_the_rest) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  for (int n = 0; n < 100; ++n) give(part, [] {});
  event ran;
  give(m.pool, [&ran] { ran.set(); });
  EXPECT_TRUE(ran.wait_for());
  EXPECT_EQ(part.stats().running, 1U);
  EXPECT_EQ(part.stats().queued, 100U);
}

TYPED_TEST(a_share_of, refuses_a_wait_inside_the_pool) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 1});
  const auto waits = [&part] {
    EXPECT_THROW(part.wait_idle(), std::system_error);
    EXPECT_THROW(static_cast<void>(part.wait_idle_for(std::chrono::hours(1))), std::system_error);
    EXPECT_THROW(part.run([] {}), std::system_error);
  };
  give(part, [&] {
    waits();
    EXPECT_THROW(part.submit([] {}).get(), std::system_error);
  });
  part.wait_idle();
  event ended;
  give(m.pool, [&] {
    waits();
    ended.set();
  });
  EXPECT_TRUE(ended.wait_for());
}

// The waiting task works, on the only worker too.
TYPED_TEST(a_share_of, has_groups_and_algorithms) {
  made<TypeParam> m;
  share part(m.pool, {.capacity = 1});
  std::atomic<int> ran{0};
  give(part, [&] {
    task_group g(part);
    for (int n = 0; n < 10; ++n) g.run([&ran] { ++ran; });
    g.wait();
    for_each_index(part, 0, 100, [&ran](int) { ++ran; });
  });
  part.wait_idle();
  EXPECT_EQ(ran, 110);
}

TEST(a_share, runs_its_tasks_in_the_order_of_their_posts) {
  thread_pool p{{.capacity = 4}};
  share part(p, {.capacity = 1});
  std::vector<int> order;
  for (int n = 0; n < 1000; ++n) give(part, [&order, n] { order.push_back(n); });
  part.wait_idle();
  EXPECT_EQ(order.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(a_share, lets_others_of_the_pool_take_turns) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::vector<char> order;
  for (int n = 0; n < 3; ++n) give(part, [&order] { order.push_back('s'); });
  for (int n = 0; n < 3; ++n) give(p, [&order] { order.push_back('p'); });
  busy.release();
  p.wait_idle();
  part.wait_idle();
  EXPECT_EQ(order, (std::vector{'s', 'p', 'p', 'p', 's', 's'}));
}

TEST(a_share, has_no_more_tasks_in_the_pool_than_its_capacity) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 3});
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 100; ++n) give(part, [] {});
  EXPECT_EQ(p.stats().queued, 3U);
  EXPECT_EQ(part.stats().queued, 100U);
  EXPECT_EQ(part.stats().capacity, 3U);
}

TEST(a_share, is_full_beyond_its_queue_limit) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1, .queue_limit = 2});
  hold busy;
  busy.occupy(part);
  give(part, [] {});
  give(part, [] {});
  EXPECT_EQ(part.post([] {}), post_result::full);
  EXPECT_EQ(part.try_post([] {}), post_result::full);
  task mine([] {});
  EXPECT_EQ(part.post(mine), post_result::full);
  EXPECT_TRUE(mine);
  try {
    part.submit([] {}).get();
    ADD_FAILURE();
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::full);
  }
}

TEST(a_share, may_be_cut_into_shares) {
  thread_pool p{{.capacity = 4}};
  share half(p, {.capacity = 2});
  share left(half, {.capacity = 2});
  share right(half, {.capacity = 2});
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  std::atomic<int> ran{0};
  for (int n = 0; n < 300; ++n) {
    for (auto* each : {&left, &right}) {
      give(*each, [&] {
        const int mine = ++now;
        for (int seen = most; seen < mine && !most.compare_exchange_weak(seen, mine);) {
        }
        ++ran;
        --now;
      });
    }
  }
  left.wait_idle();
  right.wait_idle();
  EXPECT_EQ(ran, 600);
  EXPECT_LE(most, 2);
}

TEST(a_share, refuses_what_a_pool_refuses) {
  thread_pool p{{.capacity = 1}};
  EXPECT_THROW(share(p, {.capacity = 0}), std::invalid_argument);
  share part(p, {.capacity = 1});
  const std::function<void()> nothing;
  EXPECT_THROW(static_cast<void>(part.post(nothing)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(part.post(nothing, context(1))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(part.submit(nothing)), std::invalid_argument);
}

TEST(a_share, leaves_a_worker_its_own_queue) {
  pool<queue::stealing> p{{.capacity = 1}};
  std::vector<int> order;
  const auto posts = [&] {
    for (int n = 0; n < 3; ++n) give(p, [&order, n] { order.push_back(n); });
  };
  p.submit(posts).get();
  p.wait_idle();
  const auto before = std::exchange(order, {});
  EXPECT_FALSE(std::is_sorted(before.begin(), before.end()));
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 3; ++n) give(part, [] {});  // each brings the next one
  busy.release();
  part.wait_idle();
  p.submit(posts).get();
  p.wait_idle();
  EXPECT_EQ(order, before);
}

TEST(a_share, waits_no_longer_than_it_is_asked_to) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  EXPECT_TRUE(part.wait_idle_for(std::chrono::nanoseconds(0)));
  hold busy;
  busy.occupy(part);
  EXPECT_FALSE(part.wait_idle_for(std::chrono::milliseconds(1)));
  busy.release();
  EXPECT_TRUE(part.wait_idle_for(std::chrono::hours(1)));
}

}  // namespace
}  // namespace weir::tests

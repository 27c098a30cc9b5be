// SPDX-License-Identifier: Apache-2.0
// queue::stealing: what lies in the workers' seats. Its workers claim several posts from outside at a time, as they do by themselves where many contend.
#include <weir/policies/queue/stealing.hpp>

#include <weir/pool.hpp>

#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace weir::tests {
namespace {

using claims_always = queue::stealing_by<4, 64, queue::one_task, 0>;
using claiming = claims_always::on<platform::native, int>;

void push(claiming& q, int n) { EXPECT_EQ(q.try_push(n, nullptr), push_result::pushed); }

TEST(stealing_claims, a_claim_is_taken_in_order_by_its_worker_and_by_thieves) {
  claiming q;
  claiming::seat mine;
  claiming::seat thief;
  q.prepare(mine, 0);
  q.join(mine);
  q.join(thief);
  for (int n = 1; n <= 7; ++n) push(q, n);
  const auto take = [&](claiming::seat& by) {
    int out = 0;
    EXPECT_TRUE(q.try_pop(out, by));
    return out;
  };
  EXPECT_EQ(take(mine), 1);
  EXPECT_TRUE(q.has_claimed_more(mine));
  EXPECT_FALSE(q.has_claimed_more(mine)) << "it is told once";
  EXPECT_EQ(q.size(), 6U);
  EXPECT_TRUE(q.ready());
  EXPECT_EQ(take(thief), 5) << "the injector comes before what another worker has claimed";
  EXPECT_FALSE(q.has_claimed_more(thief)) << "only a prepared seat claims more than it takes";
  for (int n : {6, 7}) EXPECT_EQ(take(thief), n);
  EXPECT_EQ(take(thief), 2);
  for (int n : {3, 4}) EXPECT_EQ(take(mine), n);
  EXPECT_FALSE(q.has_claimed_more(mine));
  EXPECT_TRUE(q.empty());
  EXPECT_FALSE(q.ready());
}

TEST(stealing_claims, a_claim_ends_with_its_segment) {
  claiming q;
  claiming::seat mine;
  q.prepare(mine, 0);
  for (int lap = 0; lap != 100; ++lap) {
    for (int n = 0; n != 7; ++n) push(q, n);
    for (int n = 0, out = 0; n != 7; ++n) {
      ASSERT_TRUE(q.try_pop(out, mine));
      ASSERT_EQ(out, n);
    }
  }
  EXPECT_TRUE(q.empty());
}

TEST(stealing_claims, a_queue_destroys_what_was_claimed_from_it) {
  const auto item = std::make_shared<int>(0);
  {
    claims_always::on<platform::native, std::shared_ptr<int>> q;
    decltype(q)::seat mine;
    q.prepare(mine, 0);
    for (int n = 0; n != 4; ++n) {
      auto each = item;
      ASSERT_EQ(q.try_push(each, nullptr), push_result::pushed);
    }
    std::shared_ptr<int> out;
    ASSERT_TRUE(q.try_pop(out, mine));
    ASSERT_EQ(item.use_count(), 5);
  }
  EXPECT_EQ(item.use_count(), 1);
}

/// Each task waits for the one behind it, which its worker has claimed with it: another worker must come for that.
TEST(stealing_claims, tasks_that_wait_for_those_behind_them_are_served) {
  using pool_type = pool<queue::stealing_by<256, 64, queue::one_task, 0>>;
  constexpr int tasks = 8;
  for (int round = 0; round != 200; ++round) {
    pool_type p{{.capacity = tasks}};
    std::vector<std::atomic<bool>> begun(tasks + 1);
    begun[tasks] = true;
    {
      const auto paused = p.pause();  // so that the first worker finds all of them
      for (std::size_t n = 0; n != tasks; ++n)
        ASSERT_EQ(p.post([&begun, n] {
          begun[n] = true;
          begun[n].notify_one();
          begun[n + 1].wait(false);
        }),
                  post_result::accepted);
    }
    p.wait_idle();
    for (const auto& each : begun) ASSERT_TRUE(each);
  }
}

/// stop() while the only worker is held, with tasks in its seat.
template <class Pool>
void expect_back(Pool& p, hold& busy, std::size_t n) {
  ASSERT_TRUE(busy.begun());
  EXPECT_EQ(p.stats().queued, n);
  EXPECT_EQ(p.stop().size(), n);
  busy.release();
  p.join();
}
TEST(stealing_stop, hands_back_what_the_workers_task_has_posted) {
  pool<queue::stealing> p{{.capacity = 1}};
  hold busy;
  ASSERT_EQ(p.post([&p, held = busy.task()] {
    for (int n = 0; n != 10; ++n) EXPECT_EQ(p.post([] { ADD_FAILURE(); }), post_result::accepted);
    held();
  }),
            post_result::accepted);
  expect_back(p, busy, 10);
}
TEST(stealing_stop, hands_back_what_the_worker_has_claimed) {
  pool<queue::stealing_by<256, 64, queue::one_task, 0>> p{{.capacity = 1}};
  hold busy;
  {
    const auto paused = p.pause();
    ASSERT_EQ(p.post(busy.task()), post_result::accepted);
    for (int n = 0; n != 20; ++n) ASSERT_EQ(p.post([] { ADD_FAILURE(); }), post_result::accepted);
  }
  expect_back(p, busy, 20);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/keyed.hpp>

#include <weir/pool.hpp>
#include <weir/verify/support/seated.hpp>

#include "tests/conformance/queue_conformance.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir::tests {
namespace {

struct tagging {
  template <class Case>
  static std::string GetName(int n) {
    return n == 0 ? "without_a_key" : n == 1 ? "with_one_key" : "at_seats";
  }
};

using rows =
    testing::Types<queue_case<verify::seated<queue::keyed>>, queue_case<verify::seated<queue::keyed, key{7}>>, queue_case<queue::keyed>>;
INSTANTIATE_TYPED_TEST_SUITE_P(keyed, queue_conformance, rows, tagging);

using plain = queue::keyed::on<platform::native, int>;
using keyed_pool = pool<queue::keyed>;

bool push(plain& q, int n, std::uint64_t k) { return q.try_push(n, key{k}) == push_result::pushed; }
int pop(plain& q, plain::seat& mine) {
  int out = -1;
  return q.try_pop(out, mine) ? out : -1;
}

TEST(keyed, a_key_is_held_until_its_task_is_over) {
  plain q;
  plain::seat a;
  plain::seat b;
  ASSERT_TRUE(push(q, 1, 5) && push(q, 2, 5));
  EXPECT_EQ(pop(q, a), 1);
  EXPECT_FALSE(q.ready());
  EXPECT_EQ(pop(q, b), -1);
  EXPECT_EQ(q.size(), 1U);
  ASSERT_TRUE(push(q, 3, 5) && push(q, 4, 6));
  EXPECT_EQ(pop(q, b), 4) << "another key is not kept waiting";
  q.done(a);
  q.done(a);
  EXPECT_TRUE(q.ready());
  EXPECT_EQ(pop(q, a), 2);
  q.done(b);
  EXPECT_EQ(pop(q, b), -1);
  q.done(a);
  EXPECT_EQ(pop(q, b), 3);
  EXPECT_TRUE(q.empty());
  q.done(b);
  ASSERT_TRUE(push(q, 5, 5)) << "a key that was quiet starts afresh";
  EXPECT_EQ(pop(q, a), 5);
}

TEST(keyed, a_long_row_lets_the_others_in_between) {
  plain q;
  plain::seat mine;
  for (int n = 0; n < 3; ++n) ASSERT_TRUE(push(q, n, 1));
  for (int n = 10; n < 13; ++n) ASSERT_TRUE(push(q, n, 2));
  std::vector<int> order;
  for (int n = pop(q, mine); n != -1; q.done(mine), n = pop(q, mine)) order.push_back(n);
  EXPECT_EQ(order, (std::vector{0, 10, 1, 11, 2, 12}));
}

TEST(keyed, what_is_taken_back_comes_in_the_order_of_the_posts_also_from_behind_a_busy_key) {
  plain q;
  plain::seat mine;
  for (int n = 0; n < 8; ++n) ASSERT_TRUE(push(q, n, static_cast<std::uint64_t>(n % 3)));
  int untagged = 8;
  ASSERT_EQ(q.try_push(untagged), push_result::pushed);
  EXPECT_EQ(pop(q, mine), 0);
  int out = -1;
  for (int n = 1; n < 5; ++n) {
    ASSERT_TRUE(q.take_back(out));
    EXPECT_EQ(out, n);
  }
  plain::seat other;
  EXPECT_EQ(pop(q, other), 8);
  EXPECT_EQ(pop(q, other), 5) << "the one before it was taken back";
  q.done(other);
  EXPECT_EQ(pop(q, other), 7);
  q.done(other);
  EXPECT_EQ(pop(q, other), -1) << "6 waits behind 0, which runs";
  ASSERT_TRUE(q.take_back(out));
  EXPECT_EQ(out, 6);
  EXPECT_FALSE(q.take_back(out));
  q.done(mine);
  EXPECT_FALSE(q.ready());
}

TEST(keyed, a_key_whose_next_task_was_taken_back_is_free_again) {
  plain q;
  plain::seat mine;
  ASSERT_TRUE(push(q, 1, 5) && push(q, 2, 5));
  EXPECT_EQ(pop(q, mine), 1);
  q.done(mine);
  int out = -1;
  ASSERT_TRUE(q.take_back(out));
  EXPECT_EQ(out, 2);
  ASSERT_TRUE(push(q, 3, 5));
  EXPECT_EQ(pop(q, mine), 3);
}

TEST(keyed, a_quiet_key_is_forgotten) {
  if (!allocations_are_counted()) GTEST_SKIP();
  plain q;
  plain::seat mine;
  const auto cost_of_a_push = [&] {
    const unsigned long before = allocations();
    EXPECT_TRUE(push(q, 1, 5));
    return allocations() - before;
  };
  const auto pop_all = [&] {
    while (pop(q, mine) != -1) q.done(mine);
  };
  cost_of_a_push();  // the first key of all makes room for more of them
  pop_all();
  for (int n = 0; n != 3; ++n) {
    EXPECT_EQ(cost_of_a_push(), 2U) << "the task and the key, which was forgotten";
    EXPECT_EQ(cost_of_a_push(), 1U) << "the task alone";
    pop_all();
  }
}

TEST(keyed, tasks_of_a_key_never_overlap_and_keep_their_order) {
  keyed_pool p{{.capacity = 4}};
  constexpr std::size_t keys = 3;
  struct row {
    std::atomic<int> inside{0};
    std::vector<int> order;  // touched only by the running task of its key
  };
  std::array<row, keys> rows;
  for (int n = 0; n < 3000; ++n) {
    row& r = rows[static_cast<std::size_t>(n) % keys];
    const auto task = [&r, n] {
      EXPECT_EQ(r.inside.fetch_add(1), 0);
      r.order.push_back(n);
      r.inside.fetch_sub(1);
    };
    ASSERT_EQ(p.post(task, key{static_cast<std::uint64_t>(n) % keys}), post_result::accepted);
  }
  p.wait_idle();
  for (const row& r : rows) {
    EXPECT_EQ(r.order.size(), 1000U);
    EXPECT_TRUE(std::is_sorted(r.order.begin(), r.order.end()));
  }
}

TEST(keyed, does_what_its_page_shows) {
  constexpr std::uint64_t account = 4711;
  int balance = 10;  // no lock: the key is one
  const auto withdraw = [&balance] { balance -= 10; };
  const auto deposit = [&balance] { balance *= 3; };
  weir::pool<weir::queue::keyed> p;
  const auto withdrawn = p.post(withdraw, weir::key{account});
  const auto deposited = p.post(deposit, weir::key{account});  // begins when withdraw is over, and sees all that it did
  EXPECT_EQ(withdrawn, post_result::accepted);
  EXPECT_EQ(deposited, post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(balance, 0);
}

TEST(keyed, different_keys_and_tasks_without_one_run_side_by_side) {
  keyed_pool p{{.capacity = 4}};
  std::array<hold, 4> tasks;
  ASSERT_EQ(p.post(tasks[0].task(), key{1}), post_result::accepted);
  ASSERT_EQ(p.post(tasks[1].task(), key{2}), post_result::accepted);
  ASSERT_EQ(p.post(tasks[2].task()), post_result::accepted);
  ASSERT_EQ(p.post(tasks[3].task()), post_result::accepted);
  for (hold& each : tasks) EXPECT_TRUE(each.begun());
}

TEST(keyed, stop_hands_back_what_waits_behind_a_running_task) {
  keyed_pool p{{.capacity = 2}};
  hold running;
  std::atomic<int> ran{0};
  ASSERT_EQ(p.post(running.task(), key{1}), post_result::accepted);
  ASSERT_TRUE(running.begun());
  for (int n = 0; n < 3; ++n) ASSERT_EQ(p.post([&ran] { ++ran; }, key{1}), post_result::accepted);
  EXPECT_EQ(p.stop().size(), 3U);
  running.release();
  p.join();
  EXPECT_EQ(ran, 0);
}

TEST(keyed, shutdown_runs_what_waits_behind_a_running_task) {
  keyed_pool p{{.capacity = 2}};
  hold running;
  std::atomic<int> ran{0};
  ASSERT_EQ(p.post(running.task(), key{1}), post_result::accepted);
  ASSERT_TRUE(running.begun());
  for (int n = 0; n < 3; ++n) ASSERT_EQ(p.post([&ran] { ++ran; }, key{1}), post_result::accepted);
  p.shutdown();
  running.release();
  p.join();
  EXPECT_EQ(ran, 3);
}

}  // namespace
}  // namespace weir::tests

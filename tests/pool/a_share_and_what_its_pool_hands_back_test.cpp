// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

TEST(a_share_whose_tasks_were_handed_back, lets_the_next_in) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 2});
  hold busy;
  busy.occupy(p);
  std::array<int, 5> ran{};
  for (auto& each : ran) give(part, [&each] { ++each; });
  {
    std::vector<task> back = p.purge();
    EXPECT_EQ(back.size(), 2U);
    EXPECT_EQ(p.stats().queued, 0U);
    back[1]();  // runs it, and lets the next in
    EXPECT_EQ(p.stats().queued, 1U);
  }
  EXPECT_EQ(p.stats().queued, 2U);
  busy.release();
  part.wait_idle();
  EXPECT_EQ(ran, (std::array{0, 1, 1, 1, 1}));
}

TEST(a_share_whose_tasks_were_handed_back, lets_the_next_in_when_a_task_of_the_pool_destroys_them) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  give(p, [&p, task = busy.task()] {
    task();
    p.purge().clear();
  });
  ASSERT_TRUE(busy.begun());
  give(part, [] {});
  auto next = part.submit([] { return 2; });
  busy.release();
  ASSERT_TRUE(next.wait_for(patience));  // no call of the share lets it in
  EXPECT_EQ(next.get(), 2);
}

TEST(a_share_whose_tasks_were_handed_back, completes_their_futures) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  auto result = part.submit([] { return 1; });
  p.purge().clear();
  try {
    result.get();
    ADD_FAILURE();
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::cancelled);
  }
}

// The pool is closed, and nothing of the share is in it: the thread that waits has to run the rest.
TEST(a_share_whose_tasks_were_handed_back, runs_the_rest_where_it_is_waited_for) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::array<int, 4> ran{};
  give(part, [&ran] { ++ran[0]; });
  give(part, [&ran] { ++ran[1]; });
  give(part, [] { throw std::domain_error("on purpose"); });
  give(part, [&ran, &part] {
    EXPECT_THROW(part.wait_idle(), std::system_error);
    EXPECT_THROW(part.submit([] {}).get(), std::system_error);
    ++ran[3];
  });
  EXPECT_EQ(p.stop().size(), 1U);  // and destroyed
  EXPECT_EQ(part.stats().queued, 3U);
  EXPECT_THROW(part.wait_idle(), std::domain_error);
  EXPECT_EQ(ran, (std::array{0, 1, 0, 0}));
  EXPECT_TRUE(part.wait_idle_for(patience));
  EXPECT_EQ(ran, (std::array{0, 1, 0, 1}));
  EXPECT_EQ(part.post([] {}), post_result::closed);
}

TEST(a_share_whose_tasks_were_handed_back, runs_the_rest_when_it_is_destroyed) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  int ran = 0;
  {
    share part(p, {.capacity = 1});
    give(part, [&ran] { ++ran; });
    give(part, [] { throw std::domain_error("on purpose"); });
    give(part, [&ran] { ++ran; });
    p.stop().clear();
  }
  EXPECT_EQ(ran, 1);
}

TEST(a_share_whose_tasks_were_handed_back, throws_at_who_runs_them) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  int ran = 0;
  give(part, [&ran] {
    ++ran;
    throw std::domain_error("on purpose");
  });
  std::vector<task> back = p.purge();
  ASSERT_EQ(back.size(), 1U);
  EXPECT_THROW(back.front()(), std::domain_error);
  back.front()();  // nothing is left of it
  EXPECT_EQ(ran, 1);
  EXPECT_TRUE(part.wait_idle_for(patience));
}

TEST(a_share_whose_tasks_were_dropped, lets_the_next_in) {
  pool<queue::bounded<1>, blocking::discard_oldest> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::array<int, 3> ran{};
  for (auto& each : ran) give(part, [&each] { ++each; });
  give(p, [] {});  // drops the first
  busy.release();
  part.wait_idle();
  EXPECT_EQ(ran, (std::array{0, 1, 1}));
}

// The pool refuses the oldest, and takes a later one in the place of another's task.
TEST(a_share_whose_tasks_were_dropped, keeps_the_order_of_the_others) {
  pool<queue::bounded<1>, blocking::discard_oldest> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::vector<int> order;
  const auto post = [&](int n) { give(part, [&order, n] { order.push_back(n); }); };
  for (int n = 0; n < 3; ++n) post(n);
  give(p, [] {});  // drops the first
  for (int n = 3; n < 5; ++n) post(n);
  busy.release();
  part.wait_idle();
  EXPECT_EQ(order, (std::vector{1, 2, 3, 4}));
}

// Both tasks of the inner share wait, one of them in the outer share, and only this thread is left to run them.
TEST(a_share_of_a_share, runs_what_the_outer_one_has_left) {
  thread_pool p{{.capacity = 1}};
  share outer(p, {.capacity = 1});
  share inner(outer, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::vector<int> order;
  give(outer, [&order] { order.push_back(0); });
  give(inner, [&] {
    EXPECT_THROW(outer.wait_idle(), std::system_error);
    order.push_back(1);
  });
  give(inner, [&order] { order.push_back(2); });
  give(outer, [&] {
    EXPECT_THROW(inner.wait_idle(), std::system_error);
    order.push_back(3);
  });
  p.stop().clear();
  EXPECT_TRUE(inner.wait_idle_for(patience));
  outer.wait_idle();
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(a_share_of_a_share, runs_nothing_beside_as_many_tasks_as_the_outer_one_has_places) {
  thread_pool p{{.capacity = 2}};
  share outer(p, {.capacity = 1});
  share inner(outer, {.capacity = 1});
  std::atomic<bool> is_held{true};
  hold busy;
  busy.occupy(outer);
  bool ran = false;
  give(inner, [] { ADD_FAILURE() << "handed back"; });
  give(inner, [&] {
    EXPECT_FALSE(is_held);
    ran = true;
  });
  outer.stop().clear();
  EXPECT_FALSE(inner.wait_idle_for(std::chrono::nanoseconds(0)));
  std::thread waiter([&inner] { EXPECT_TRUE(inner.wait_idle_for(patience)); });
  is_held = false;
  busy.release();
  waiter.join();
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace weir::tests

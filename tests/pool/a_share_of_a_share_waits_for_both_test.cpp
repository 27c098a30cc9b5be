// SPDX-License-Identifier: Apache-2.0
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/observed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

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

TEST(a_share_of_a_share_of_a_share, runs_nothing_beside_as_many_tasks_as_the_outermost_one_has_places) {
  thread_pool p{{.capacity = 2}};
  share outer(p, {.capacity = 1});
  share middle(outer, {.capacity = 1});
  share inner(middle, {.capacity = 1});
  hold busy;
  busy.occupy(outer);
  bool ran = false;
  for (int n = 0; n != 2; ++n) give(inner, [] { ADD_FAILURE() << "handed back"; });
  give(inner, [&] { ran = true; });
  outer.stop().clear();
  middle.stop().clear();
  EXPECT_FALSE(inner.wait_idle_for(std::chrono::nanoseconds(0)));
  EXPECT_FALSE(ran);
  busy.release();
  inner.wait_idle();
  EXPECT_TRUE(ran);
}

/// Calls `meanwhile` when a thread waits for `inner` that has slept at least once, and joins it.
template <class Share, class F>
void while_one_waits_for(Share& inner, F meanwhile) {
  const int before = observed::condition_variable::waits;
  std::thread waiter([&inner] { inner.wait_idle(); });
  EXPECT_TRUE(eventually([before] { return observed::condition_variable::waits != before; }));
  meanwhile();
  waiter.join();
}

/// One of two tasks ends that run in the outermost share, and a thread that waits for the inner one takes its place: the task of `from` was handed back.
template <class Share, class From, class Inner>
void runs_what_is_left(Share& outer, From& from, Inner& inner) {
  std::array<hold, 2> busy;
  for (hold& each : busy) each.occupy(outer);
  EXPECT_FALSE(outer.wait_idle_for(std::chrono::milliseconds(1))) << "and wants no place";
  event ran;
  give(from, [] { ADD_FAILURE() << "handed back"; });
  give(inner, [&] { ran.set(); });
  outer.stop().clear();
  while_one_waits_for(inner, [&] {
    busy[0].release();
    EXPECT_TRUE(ran.wait_for());
    busy[1].release();
  });
}

TEST(a_share_of_a_share, runs_what_is_left_as_soon_as_the_outer_one_has_a_place) {
  pool<observed> p{{.capacity = 2}};
  share outer(p, {.capacity = 2});
  share inner(outer, {.capacity = 1});
  runs_what_is_left(outer, inner, inner);
}

TEST(a_share_of_a_share_of_a_share, runs_what_is_left_in_the_middle_as_soon_as_the_outermost_one_has_a_place) {
  pool<observed> p{{.capacity = 2}};
  share outer(p, {.capacity = 2});
  share middle(outer, {.capacity = 1});
  share inner(middle, {.capacity = 1});
  runs_what_is_left(outer, middle, inner);
}

TEST(a_share_of_a_share, is_over_for_who_waits_when_what_is_left_is_taken_back) {
  pool<observed> p{{.capacity = 1}};
  share outer(p, {.capacity = 1});
  share inner(outer, {.capacity = 1});
  hold busy;
  busy.occupy(outer);
  for (int n = 0; n != 2; ++n) give(inner, [] { ADD_FAILURE() << "handed back"; });
  outer.stop().clear();
  while_one_waits_for(inner, [&] { EXPECT_EQ(inner.purge().size(), 1U); });
}

}  // namespace
}  // namespace weir::tests

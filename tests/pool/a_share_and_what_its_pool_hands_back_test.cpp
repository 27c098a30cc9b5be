// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
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
    EXPECT_EQ(part.stats().running, 1U);
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
  testing::internal::CaptureStderr();
  {
    share part(p, {.capacity = 1});
    give(part, [&ran] { ++ran; });
    give(part, [] { throw std::domain_error("on purpose"); });
    give(part, [&ran] { ++ran; });
    p.stop().clear();
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("on purpose"), std::string::npos);
  EXPECT_EQ(ran, 1);
}

TEST(a_share_whose_tasks_were_handed_back, lets_no_more_in_than_its_capacity) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 5; ++n) give(part, [] {});
  p.purge().clear();
  EXPECT_EQ(p.stats().queued, 1U);
}

/// A task that purges a pool when it is destroyed.
struct purges {
  thread_pool* of;
  explicit purges(thread_pool& p) noexcept : of(&p) {}
  purges(purges&& other) noexcept : of(std::exchange(other.of, nullptr)) {}
  purges(const purges&) = delete;
  purges& operator=(const purges&) = delete;
  ~purges() {
    if (of != nullptr) of->purge().clear();
  }
  void operator()() const {}
};

TEST(a_share_whose_tasks_were_handed_back, lets_the_next_in_while_the_thread_makes_room_in_another_pool) {
  pool<queue::bounded<1>, blocking::discard_oldest> other{{.capacity = 1}};
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  std::array<hold, 2> busy;
  busy[0].occupy(other);
  busy[1].occupy(p);
  give(part, [] { ADD_FAILURE() << "it was handed back"; });
  auto next = part.submit([] { return 2; });
  give(other, purges(p));
  give(other, [] {});  // drops what purges
  busy[1].release();
  ASSERT_TRUE(next.wait_for(patience));  // no call of the share lets it in
  EXPECT_EQ(next.get(), 2);
}

// A task that the pool has refused once, and that is handed back later, is missed like any other.
TEST(a_share_whose_tasks_were_handed_back, lets_the_next_in_also_after_one_was_refused) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 2; ++n) give(part, [] {});
  auto back = p.purge();
  ASSERT_EQ(back.size(), 1U);
  give(p, [] {});  // full now
  back.clear();
  EXPECT_EQ(part.stats().queued, 1U);
  p.purge().clear();
  bool ran = false;
  give(part, [&ran] { ran = true; });  // lets the one before in
  p.purge().clear();
  busy.release();
  EXPECT_TRUE(part.wait_idle_for(patience));
  EXPECT_TRUE(ran);
}

// A full pool does not answer for a task that has its place behind others.
TEST(a_share_whose_tasks_were_handed_back, takes_others_behind_one_that_was_refused) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  share part(p, {.capacity = 2});
  hold busy;
  busy.occupy(part);
  std::vector<int> order;
  const auto writes = [&order](int n) { return [&order, n] { order.push_back(n); }; };
  for (int n = 0; n != 2; ++n) give(part, writes(n));
  auto back = p.purge();
  ASSERT_EQ(back.size(), 1U);
  give(p, [] {});  // full now
  back.clear();
  give(part, writes(2));
  busy.release();
  part.wait_idle();
  EXPECT_EQ(order, (std::vector{1, 2}));
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

TEST(a_share_whose_tasks_were_dropped, lets_as_many_in_as_its_capacity) {
  pool<queue::bounded<2>, blocking::discard_oldest> p{{.capacity = 2}};
  share part(p, {.capacity = 2});
  std::array<hold, 2> busy;
  for (hold& each : busy) each.occupy(p);
  for (int n = 0; n != 2; ++n) give(part, [] { ADD_FAILURE() << "it was dropped"; });
  std::array<event, 2> here;
  std::atomic<int> met = 0;
  for (std::size_t i = 0; i != 2; ++i)
    give(part, [&, i] {
      here[i].set();
      met += here[1 - i].wait_for() ? 1 : 0;
    });
  for (int n = 0; n != 2; ++n) give(p, [] {});  // drops the first two
  for (hold& each : busy) each.release();
  p.wait_idle();
  give(part, [] {});
  EXPECT_TRUE(here[0].wait_for() && here[1].wait_for());
  part.wait_idle();
  EXPECT_EQ(met, 2);
}

// The thread that waits runs only what the pool refuses.
TEST(a_share_whose_tasks_were_dropped, lets_the_next_in_where_it_is_waited_for) {
  pool<queue::bounded<1>, blocking::discard_oldest> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  share inner(part, {.capacity = 1});
  for (const bool of_the_inner : {false, true}) {
    hold busy;
    busy.occupy(p);
    give(part, [] { ADD_FAILURE() << "it was dropped"; });
    std::thread::id ran_by;
    const auto looks = [&ran_by] { ran_by = std::this_thread::get_id(); };
    of_the_inner ? give(inner, looks) : give(part, looks);
    give(p, [] {});  // drops the first
    busy.release();
    p.wait_idle();
    EXPECT_EQ(part.stats().queued, 1U);
    of_the_inner ? inner.wait_idle() : part.wait_idle();
    EXPECT_NE(ran_by, std::thread::id());
    EXPECT_NE(ran_by, std::this_thread::get_id());
  }
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

}  // namespace
}  // namespace weir::tests

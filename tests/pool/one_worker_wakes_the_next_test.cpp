// SPDX-License-Identifier: Apache-2.0
// Only one worker is woken for all that a pause has kept back, or that waits in line. What it begins may wait for the rest, so it wakes the next one.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/slow_wake.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// Two tasks that wait for each other.
class meeting {
 public:
  [[nodiscard]] auto task() {
    return [this] {
      came_.add();
      met_ += came_.reaches(2);
    };
  }
  template <class Pool>
  void expect_in(Pool& p) {
    EXPECT_TRUE(p.wait_idle_for(patience));
    EXPECT_EQ(met_, 2);
  }

 private:
  tally came_;
  std::atomic<int> met_ = 0;
};

/// Posts a task of `m` from a coroutine, which waits in the line of `p`.
template <class Pool>
void give_in_line(pool<>& home, Pool& p, meeting& m) {
  const auto before = p.stats().waiting;
  give(home, [&]() -> coroutine<> {
    auto task = m.task();
    const post_result answer = co_await p.async_post(std::move(task));
    EXPECT_EQ(answer, post_result::accepted);
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == before + 1; }));
}

TEST(after_a_pause, two_tasks_of_a_queue_meet) {
  pool<queue::bounded<2>, blocking::reject, growth::prestart> p({.capacity = 2});
  meeting m;
  {
    const auto paused = p.pause();
    give(p, m.task());
    give(p, m.task());
  }
  m.expect_in(p);
}

TEST(after_a_pause, a_task_of_a_queue_meets_that_of_a_coroutine_in_line) {
  pool<> home({.capacity = 1});
  pool<queue::bounded<1>, growth::prestart> p({.capacity = 2});
  meeting m;
  {
    const auto paused = p.pause();
    give(p, m.task());
    give_in_line(home, p, m);
  }
  m.expect_in(p);
  home.wait_idle();
}

template <class Pool>
class after_a_pause_of_a_pool_that_hands_over : public testing::Test {
 protected:
  pool<> home{{.capacity = 1}};
  Pool p{{.capacity = 2}};
  meeting m;
};
using pools_that_hand_over = testing::Types<pool<queue::none, growth::prestart>, pool<queue::none, growth::prestart, wake::exact>>;
TYPED_TEST_SUITE(after_a_pause_of_a_pool_that_hands_over, pools_that_hand_over, numbered);

TYPED_TEST(after_a_pause_of_a_pool_that_hands_over, the_task_of_a_thread_meets_that_of_a_coroutine_behind_it) {
  std::thread poster;
  {
    const auto paused = this->p.pause();
    poster = std::thread([&] { give(this->p, this->m.task()); });
    ASSERT_TRUE(eventually([&] { return this->p.stats().waiting == 1; }));
    give_in_line(this->home, this->p, this->m);
  }
  poster.join();
  this->m.expect_in(this->p);
  this->home.wait_idle();
}

TYPED_TEST(after_a_pause_of_a_pool_that_hands_over, the_tasks_of_two_coroutines_meet) {
  {
    const auto paused = this->p.pause();
    give_in_line(this->home, this->p, this->m);
    give_in_line(this->home, this->p, this->m);
  }
  this->m.expect_in(this->p);
  this->home.wait_idle();
}

TEST(a_worker_that_resumes_a_coroutine, leaves_its_search_to_others) {
  pool<growth::prestart> p({.capacity = 2});
  async_semaphore may_go_on(0);
  event ran;
  give(p, [&]() -> coroutine<> {
    co_await may_go_on.acquire();
    give(p, [&] { ran.set(); });
    EXPECT_TRUE(ran.wait_for()) << "the other worker is idle";
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2 && p.stats().suspended == 1; }));
  may_go_on.release();
  p.wait_idle();
}

// A place for a worker is room, whatever `growth` wants.
TEST(a_submitter_in_line, is_served_by_a_worker_that_a_resize_lets_start) {
  pool<queue::bounded<2>, growth::on_backlog<8>> p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 2; ++n) give(p, [] {});
  event accepted;
  std::thread poster([&] {
    give(p, [] {});
    accepted.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.resize(0, 2);
  EXPECT_TRUE(accepted.wait_for());
  busy.release();
  poster.join();
}

template <class Pool>
class a_timekeeper_that_is_given_a_task : public testing::Test {};
using pools_that_give = testing::Types<pool<queue::none>, pool<queue::none, wake::exact>>;
TYPED_TEST_SUITE(a_timekeeper_that_is_given_a_task, pools_that_give, numbered);

TYPED_TEST(a_timekeeper_that_is_given_a_task, leaves_the_time_to_a_new_worker) {
  TypeParam p({.capacity = 2});
  event woke;
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(50ms);
    woke.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  give(p, [&] { EXPECT_TRUE(woke.wait_for()); });
  p.wait_idle();
}

template <class Pool>
class a_timekeeper_that_resumes_a_coroutine : public testing::Test {};
using pools_that_grow = testing::Types<pool<>, pool<growth::on_backlog<1>>>;
TYPED_TEST_SUITE(a_timekeeper_that_resumes_a_coroutine, pools_that_grow, numbered);

TYPED_TEST(a_timekeeper_that_resumes_a_coroutine, leaves_the_time_to_a_new_worker) {
  TypeParam p({.capacity = 1});
  event first_woke, second_woke;
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(50ms);
    first_woke.set();
    EXPECT_TRUE(second_woke.wait_for());
  });
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(100ms);
    second_woke.set();
  });
  ASSERT_TRUE(eventually([&] { return (p.stats().suspended == 2 && p.stats().idle == 1) || first_woke.happened(); }));
  p.resize(0, 2);
  p.wait_idle();
}

// Both tasks come while it searches, so neither wakes a worker. It is too old for them, and its replacement runs one.
TEST(a_worker_that_is_replaced_because_of_its_age, starts_a_further_one_for_tasks_that_wait_for_each_other) {
  using P = manual_clock;
  pool<P, gated_queue, expiry::after_age, slow_wake> p{{.capacity = 2, .min_workers = 1, .max_age = 1h}};
  give(p, [] {});
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  slow_wake::stops_the_next();
  give(p, [] { ADD_FAILURE() << "it was taken back"; });
  ASSERT_TRUE(slow_wake::stands->wait_for());
  EXPECT_EQ(p.purge().size(), 1U);
  gated_queue::found_nothing.close();
  slow_wake::goes_on->set();
  ASSERT_TRUE(gated_queue::found_nothing.reached());
  P::clock::advance(2h);
  meeting m;
  give(p, m.task());
  give(p, m.task());
  gated_queue::found_nothing.open();
  m.expect_in(p);
}

}  // namespace
}  // namespace weir::tests

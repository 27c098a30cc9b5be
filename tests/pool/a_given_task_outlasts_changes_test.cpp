// SPDX-License-Identifier: Apache-2.0
// A pool that hands over, one of whose workers stands still between its wake-up and its look, as on a busy machine: meanwhile the others that are given
// tasks sleep on, and the pool or its workers change.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/at_once.hpp"
#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/slow_wake.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace weir::tests {
namespace {

std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

template <class... Policies>
class a_worker_that_stands : public testing::Test {
 protected:
  void SetUp() override {
    at_once::are_old = false;
    ASSERT_TRUE(eventually([&] { return p.stats().idle == most; }));
  }
  void TearDown() override {
    h.release();
    first_ran.set();
    slow_wake::goes_on->set();
    p.wait_idle();
  }
  /// One has a task and stands, the next one has a task and sleeps on.
  void stand_with_a_task(std::thread::id& second_ran_on) {
    slow_wake::stops_the_next();
    give(p, [] {});
    ASSERT_TRUE(slow_wake::stands->wait_for());
    give(p, [&] {
      second_ran_on = here();
      second_ran.set();
    });
  }
  /// One that was woken for a coroutine stands, and another one, which has ended a task, has taken the coroutine. Two more have tasks and sleep on; the
  /// first task waits for `in_between`.
  void stand_without_a_task(event* in_between) {
    h.occupy(p);
    event runs;
    give(p, [this, &runs]() -> coroutine<> {
      co_await permits.acquire();
      runs.set();
      first_ran.wait();
    });
    ASSERT_TRUE(eventually([&] { return p.stats().idle == most - 1; }));
    slow_wake::stops_the_next();
    permits.release();
    ASSERT_TRUE(slow_wake::stands->wait_for());
    h.release();
    ASSERT_TRUE(runs.wait_for());
    give(p, [this, in_between] {
      EXPECT_TRUE(in_between == nullptr || in_between->wait_for());
      first_ran.set();
    });
    give(p, [this] { second_ran.set(); });
  }

  static constexpr unsigned most = 4;
  pool<queue::none, growth::prestart, slow_wake, Policies...> p{{.capacity = most, .min_workers = most}};
  async_semaphore permits{0};
  event first_ran, second_ran;
  hold h;
};
using a_worker_that_stands_still = a_worker_that_stands<>;
using a_worker_that_stands_still_among_old_ones = a_worker_that_stands<at_once>;

TEST_F(a_worker_that_stands_still_among_old_ones, has_its_task_and_those_behind_it_taken_over_by_no_old_one) {
  p.resize(0, most);
  std::thread::id old_one, second;
  give(p, [&, task = h.task()] {
    old_one = here();
    task();
  });
  ASSERT_TRUE(h.begun());
  stand_with_a_task(second);
  at_once::are_old = true;
  h.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers < most; }));
  slow_wake::goes_on->set();
  EXPECT_TRUE(second_ran.wait_for());
  EXPECT_NE(second, old_one);
}

TEST_F(a_worker_that_stands_still_among_old_ones, keeps_no_sleeping_one_from_its_task_when_fewer_are_to_stay) {
  std::thread::id second;
  stand_with_a_task(second);
  p.resize(0, most);
  EXPECT_TRUE(second_ran.wait_for());
}

TEST_F(a_worker_that_stands_still, wakes_the_next_one_though_it_is_surplus_itself) {
  stand_without_a_task(nullptr);
  p.resize(0, most - 1);
  slow_wake::goes_on->set();
  EXPECT_TRUE(first_ran.wait_for());
  EXPECT_TRUE(second_ran.wait_for());
}

TEST_F(a_worker_that_stands_still, takes_a_task_over_and_wakes_the_next_one) {
  stand_without_a_task(&second_ran);
  slow_wake::goes_on->set();
  EXPECT_TRUE(second_ran.wait_for());
  EXPECT_TRUE(first_ran.wait_for());
}

}  // namespace
}  // namespace weir::tests

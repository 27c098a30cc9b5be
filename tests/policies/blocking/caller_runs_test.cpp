// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>

#include <weir/policies/panic/call.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>
namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(caller_runs, blocking_conformance, testing::Types<blocking::caller_runs>, numbered);

TEST(caller_runs, the_submitter_runs_the_task_when_there_is_no_room) {
  pool<blocking::caller_runs, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  std::thread::id who;
  EXPECT_EQ(p.post([&] {
    who = std::this_thread::get_id();
    EXPECT_EQ(p.stats().running, 2U) << "the caller counts as running";
    EXPECT_THROW(p.wait_idle(), std::system_error) << "the caller is inside a task of the pool now";
  }),
            post_result::accepted);
  EXPECT_EQ(who, std::this_thread::get_id());
  EXPECT_EQ(p.stats().running, 1U);
}

TEST(caller_runs, what_such_a_task_throws_does_not_reach_the_caller) {
  struct count {
    static int& thrown() {
      static int n = 0;
      return n;
    }
    void operator()(std::exception_ptr) const { ++thrown(); }
  };
  count::thrown() = 0;
  pool<blocking::caller_runs, queue::bounded<1>, panic::call<count>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_NO_THROW(EXPECT_EQ(p.post([] { throw std::runtime_error("on purpose"); }), post_result::accepted));
  EXPECT_EQ(count::thrown(), 1);
}

TEST(caller_runs, the_pool_is_not_idle_while_a_caller_runs_a_task) {
  pool<blocking::caller_runs, queue::none> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  hold here;
  std::thread caller([&] { EXPECT_EQ(p.post(here.task()), post_result::accepted); });
  ASSERT_TRUE(here.begun());
  busy.release();
  EXPECT_FALSE(p.wait_idle_for(std::chrono::milliseconds(20)));
  p.shutdown();
  EXPECT_FALSE(p.join_for(std::chrono::milliseconds(20))) << "the pool has not ended while a caller runs its task";
  here.release();
  p.join();
  caller.join();
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace weir::tests {
namespace {

TEST(run, from_outside_runs_on_a_worker_and_returns_the_result) {
  thread_pool p{{.capacity = 1}};
  EXPECT_NE(p.run([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
  EXPECT_EQ(p.run([] { return 42; }), 42);
  int here = 0;
  EXPECT_EQ(&p.run([&]() -> int& { return here; }), &here);
}

TEST(run, throws_what_the_task_threw) {
  thread_pool p{{.capacity = 1}};
  EXPECT_THROW(p.run([] { throw std::domain_error("on purpose"); }), std::domain_error);
}

TEST(run, on_a_closed_pool_says_so) {
  thread_pool p{{.capacity = 1}};
  p.shutdown();
  EXPECT_THROW(p.run([] {}), not_run);
}

// With one worker, waiting for a second task from within the first could never end.
TEST(run, from_a_task_of_the_same_pool_runs_right_there) {
  thread_pool p{{.capacity = 1}};
  const auto outer_and_inner =
      p.run([&p] { return p.run([&p] { return p.run([] { return std::this_thread::get_id(); }) == std::this_thread::get_id(); }); });
  EXPECT_TRUE(outer_and_inner);
  EXPECT_THROW(p.run([&p] { p.run([] { throw std::domain_error("on purpose"); }); }), std::domain_error);
}

TEST(run, inside_works_although_the_pool_is_full_and_closed) {
  pool<queue::bounded<1>> p{{.capacity = 1}};
  give(p, [&p] {
    EXPECT_EQ(p.try_post([] {}), post_result::accepted);
    p.shutdown();
    EXPECT_EQ(p.run([] { return 1; }), 1);
  });
  p.join();
}

TEST(run, inside_a_caller_that_runs_its_own_task_is_inside_too) {
  pool<queue::bounded<1>, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  bool inline_here = false;
  give(p, [&] { inline_here = p.run([] { return std::this_thread::get_id(); }) == std::this_thread::get_id(); });
  EXPECT_TRUE(inline_here);
}

}  // namespace
}  // namespace weir::tests

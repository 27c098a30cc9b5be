// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/rethrow_at_wait.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/panic_conformance.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(rethrow_at_wait, panic_conformance, testing::Types<panic::rethrow_at_wait>, numbered);

using keeping = pool<panic::rethrow_at_wait>;

template <class F>
std::string thrown_by(F f) {
  try {
    f();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing";
}

void post_thrower(keeping& p, const char* what) {
  give(p, [what] { throw std::runtime_error(what); });
}

TEST(rethrow_at_wait, wait_idle_throws_the_first_exception_once_and_the_rest_is_reported) {
  testing::internal::CaptureStderr();
  keeping p{{.capacity = 1}};
  std::atomic<int> ran{0};
  post_thrower(p, "the first");
  post_thrower(p, "the second");
  give(p, [&] { ++ran; });
  EXPECT_EQ(thrown_by([&] { p.wait_idle(); }), "the first");
  EXPECT_EQ(ran, 1) << "the other tasks run all the same";
  EXPECT_EQ(thrown_by([&] { p.wait_idle(); }), "nothing");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: a task threw: the second; an earlier one is kept for the next wait\n");
}

TEST(rethrow_at_wait, after_it_was_thrown_the_next_one_is_kept) {
  keeping p{{.capacity = 1}};
  for (const char* what : {"one", "two"}) {
    post_thrower(p, what);
    EXPECT_EQ(thrown_by([&] { p.wait_idle(); }), what);
  }
}

TEST(rethrow_at_wait, join_throws_it_and_the_pool_has_ended_all_the_same) {
  keeping p{{.capacity = 2}};
  post_thrower(p, "drip");
  p.shutdown();
  EXPECT_EQ(thrown_by([&] { p.join(); }), "drip");
  EXPECT_EQ(p.state(), run_state::stopped);
  EXPECT_EQ(thrown_by([&] { p.join(); }), "nothing");
  EXPECT_TRUE(p.restart());
}

TEST(rethrow_at_wait, a_wait_that_is_over_too_soon_throws_nothing) {
  keeping p{{.capacity = 1}};
  post_thrower(p, "drip");
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(thrown_by([&] { EXPECT_FALSE(p.wait_idle_for(std::chrono::milliseconds(1))); }), "nothing");
  EXPECT_EQ(thrown_by([&] { EXPECT_FALSE(p.join_for(std::chrono::milliseconds(1))); }), "nothing");
  busy.release();
  EXPECT_EQ(thrown_by([&] { p.wait_idle(); }), "drip");
}

TEST(rethrow_at_wait, what_nobody_waited_for_is_reported_by_the_destructor) {
  testing::internal::CaptureStderr();
  {
    keeping p{{.capacity = 1}};
    post_thrower(p, "drip");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: a task threw: drip; no call waited for the pool, which is being destroyed\n");
}

}  // namespace
}  // namespace weir::tests

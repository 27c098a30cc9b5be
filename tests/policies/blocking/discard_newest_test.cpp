// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_newest.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/policies/blocking/discards.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace weir::tests {
namespace {

using both = testing::Types<blocking::discard_newest, blocking::discard_newest_to<keep>>;
INSTANTIATE_TYPED_TEST_SUITE_P(discard_newest, blocking_conformance, both, numbered);

TEST(discard_newest, the_task_that_finds_no_room_is_dropped_and_everybody_is_told) {
  pool<blocking::discard_newest, queue::bounded<1>, observer::counters> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  bool ran = false;
  EXPECT_EQ(p.post([&] { ran = true; }), post_result::accepted);
  const auto held = std::make_shared<int>(0);
  EXPECT_EQ(p.post([held] { ADD_FAILURE() << "a dropped task ran"; }), post_result::discarded);
  EXPECT_EQ(held.use_count(), 1) << "it is gone when the answer is given";
  EXPECT_EQ(p.stats().discarded, 1U);
  busy.release();
  p.wait_idle();
  EXPECT_TRUE(ran) << "the one that waited is not dropped";
  EXPECT_EQ(p.stats().accepted, 2U);
}

TEST(discard_newest, the_future_of_a_dropped_task_says_so) {
  pool<blocking::discard_newest, queue::none> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto result = p.submit([] { return 1; });
  EXPECT_TRUE(result.ready());
  EXPECT_THROW(static_cast<void>(result.get()), not_run);
}

TEST(discard_newest, a_discard_gets_the_task_and_may_keep_it) {
  keep::kept().clear();
  pool<blocking::discard_newest_to<keep>, queue::bounded<1>> p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  auto result = p.submit([] { return 7; });
  ASSERT_EQ(keep::kept().size(), 1U);
  EXPECT_FALSE(result.ready()) << "the task still lives";
  keep::kept().front()();
  EXPECT_EQ(result.get(), 7);
  keep::kept().clear();
}

TEST(discard_newest, what_a_discard_throws_goes_to_the_panic_policy) {
  panics::seen() = 0;
  pool<blocking::discard_newest_to<throws>, queue::bounded<1>, panic::call<panics>> p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] {}), post_result::discarded);
  EXPECT_EQ(panics::seen(), 1);
}

TEST(discard_newest, a_panic_handler_that_wants_a_context_finds_none_with_a_discard) {
  contextual_panics::without() = 0;
  pool<blocking::discard_newest_to<throws>, queue::bounded<1>, panic::call<contextual_panics>> p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] {}), post_result::discarded);
  EXPECT_EQ(contextual_panics::without(), 1);
}

TEST(discard_newest, a_closed_pool_drops_nothing) {
  pool<blocking::discard_newest, queue::bounded<1>, observer::counters> p{{.capacity = 1}};
  p.shutdown();
  EXPECT_EQ(p.post([] {}), post_result::closed);
  EXPECT_EQ(p.stats().discarded, 0U);
}

TEST(discard_newest, leaves_the_submitter_no_task) {
  pool<queue::bounded<1>, blocking::discard_newest> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  task mine([] {});
  EXPECT_EQ(p.post(mine), post_result::discarded);
  EXPECT_FALSE(mine);
}

}  // namespace
}  // namespace weir::tests

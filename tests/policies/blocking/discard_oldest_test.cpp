// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_oldest.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/policies/blocking/discards.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using both = testing::Types<blocking::discard_oldest, blocking::discard_oldest_to<keep>>;
INSTANTIATE_TYPED_TEST_SUITE_P(discard_oldest, blocking_conformance, both, numbered);

TEST(discard_oldest, the_one_that_waited_longest_makes_room) {
  pool<blocking::discard_oldest, queue::bounded<2>, observer::counters> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::vector<int> ran;
  for (int n = 0; n < 5; ++n) EXPECT_EQ(p.post([&ran, n] { ran.push_back(n); }), post_result::accepted);
  EXPECT_EQ(p.stats().discarded, 3U);
  busy.release();
  p.wait_idle();
  EXPECT_EQ(ran, (std::vector{3, 4}));
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, s.completed + s.discarded);
}

TEST(discard_oldest, the_future_of_the_dropped_task_is_cancelled) {
  pool<blocking::discard_oldest, queue::bounded<1>> p{{.capacity = 1}};
  auto paused = p.pause();
  auto oldest = p.submit([] { return 1; });
  auto newest = p.submit([] { return 2; });
  ASSERT_TRUE(oldest.ready());
  try {
    static_cast<void>(oldest.get());
    ADD_FAILURE() << "a dropped task has no value";
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::cancelled);
  }
  paused.resume();
  EXPECT_EQ(newest.get(), 2);
}

TEST(discard_oldest, a_discard_gets_the_oldest_task) {
  keep::kept().clear();
  std::vector<int> ran;
  pool<blocking::discard_oldest_to<keep>, queue::bounded<1>> p{{.capacity = 1}};
  auto paused = p.pause();
  for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post([&ran, n] { ran.push_back(n); }), post_result::accepted);
  ASSERT_EQ(keep::kept().size(), 2U);
  for (task& each : keep::kept()) each();
  EXPECT_EQ(ran, (std::vector{0, 1}));
  EXPECT_EQ(p.purge().size(), 1U);
  keep::kept().clear();
}

TEST(discard_oldest, what_a_discard_throws_goes_to_the_panic_policy_and_the_new_task_gets_in) {
  panics::seen() = 0;
  pool<blocking::discard_oldest_to<throws>, queue::bounded<1>, panic::call<panics>> p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  std::atomic<bool> ran{false};
  EXPECT_EQ(p.post([&] { ran = true; }), post_result::accepted);
  EXPECT_EQ(panics::seen(), 1);
  paused.resume();
  p.wait_idle();
  EXPECT_TRUE(ran);
}

TEST(discard_oldest, under_load_each_task_runs_or_is_counted_as_dropped) {
  pool<blocking::discard_oldest, queue::bounded<4>, observer::counters> p{{.capacity = 2}};
  std::atomic<unsigned> ran{0};
  constexpr unsigned each = 3000;
  const auto submit_many = [&] {
    for (unsigned n = 0; n < each; ++n) EXPECT_EQ(p.post([&] { ++ran; }), post_result::accepted);
  };
  std::thread other(submit_many);
  submit_many();
  other.join();
  p.wait_idle();
  EXPECT_EQ(ran + p.stats().discarded, 2 * each);
}

}  // namespace
}  // namespace weir::tests

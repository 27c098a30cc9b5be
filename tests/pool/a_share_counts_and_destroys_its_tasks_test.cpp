// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/share.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/heard.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/throws_when_destroyed.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

// One turn of the worker, and one number: that of the exception, or else of a task that ran.
TEST(a_share_of_a_full_pool, counts_a_turn_in_which_the_last_task_was_cancelled) {
  for (const bool one_throws : {false, true}) {
    pool<queue::bounded<1>, blocking::reject, observer::counters, panic::ignore> p{{.capacity = 1}};
    share part(p, {.capacity = 1});
    hold busy;
    busy.occupy(part);
    give(part, [one_throws] {
      if (one_throws) throw std::domain_error("on purpose");
    });
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(part.post([] {}, stopped.get_token()), post_result::accepted);
    give(p, [] {});  // full now
    busy.release();
    p.wait_idle();
    EXPECT_EQ(p.stats().panicked, one_throws ? 1U : 0U);
    EXPECT_EQ(p.stats().completed, one_throws ? 1U : 2U);
    EXPECT_EQ(p.stats().cancelled, 0U);
  }
}

// The first one posts, when its captures are destroyed, what fills the pool.
TEST(a_share_of_a_full_pool, counts_a_turn_in_which_the_first_task_was_cancelled) {
  pool<queue::bounded<1>, blocking::reject, observer::counters> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::stop_source stopped;
  stopped.request_stop();
  const auto fills = [&p](int* nothing) {
    delete nothing;
    give(p, [] {});
  };
  EXPECT_EQ(part.post([posts = std::unique_ptr<int, decltype(fills)>(new int, fills)] {}, stopped.get_token()), post_result::accepted);
  give(part, [] {});
  busy.release();
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 0U);
  EXPECT_EQ(p.stats().completed, 3U);
}

TEST(a_share_of_a_full_pool, counts_a_turn_in_which_a_submitted_task_failed) {
  for (const bool one_throws : {false, true}) {
    pool<queue::bounded<1>, blocking::reject, observer::counters, panic::ignore> p{{.capacity = 1}};
    share part(p, {.capacity = 1});
    hold busy;
    busy.occupy(part);
    give(part, [one_throws] {
      if (one_throws) throw std::domain_error("on purpose");
    });
    auto result = part.submit([] { throw std::domain_error("on purpose"); });
    give(p, [] {});  // full now
    busy.release();
    p.wait_idle();
    EXPECT_THROW(result.get(), std::domain_error);
    EXPECT_EQ(p.stats().panicked, one_throws ? 1U : 0U);
    EXPECT_EQ(p.stats().failed, one_throws ? 0U : 1U);
  }
}

TEST(a_share, gives_the_exception_of_a_tasks_end_to_the_panic_policy_without_the_context) {
  heard::all.clear();
  pool<panic::call<heard>> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  EXPECT_EQ(part.post(throws_when_destroyed(), context(7)), post_result::accepted);
  part.wait_idle();
  EXPECT_EQ(heard::all, (std::vector<std::string>{"on purpose"})) << "the context lies in the task";
}

TEST(a_share, goes_on_when_a_task_that_was_handed_back_throws_at_its_end) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  give(part, throws_when_destroyed());
  bool ran = false;
  give(part, [&ran] { ran = true; });
  testing::internal::CaptureStderr();
  p.purge().clear();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("on purpose"), std::string::npos);
  busy.release();
  part.wait_idle();
  EXPECT_TRUE(ran);
}

TEST(a_share, destroys_a_task_without_its_context) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  int with_context = 0;
  int destroyed = 0;
  const auto looks = [&](int* nothing) {
    delete nothing;
    ++destroyed;
    if (this_task::context<int>() != nullptr) ++with_context;
  };
  using looker = std::unique_ptr<int, decltype(looks)>;
  EXPECT_EQ(part.post([l = looker(new int, looks)] {}, context(1)), post_result::accepted);
  part.wait_idle();
  EXPECT_EQ(destroyed, 1);
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(part.post([l = looker(new int, looks)] { throw std::domain_error("on purpose"); }, context(1)), post_result::accepted);
  auto back = p.purge();
  ASSERT_EQ(back.size(), 1U);
  EXPECT_THROW(back.front()(), std::domain_error);
  EXPECT_EQ(destroyed, 2);
  EXPECT_EQ(with_context, 0);
}

}  // namespace
}  // namespace weir::tests

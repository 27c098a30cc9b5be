// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/share.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/heard.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using small = pool<queue::bounded<1>, blocking::reject, observer::counters>;

TEST(a_share_of_a_full_pool, answers_as_the_pool_does) {
  small p{{.capacity = 1}};
  share part(p, {.capacity = 2});
  hold busy;
  busy.occupy(p);
  give(p, [] {});  // full now
  task mine([] {});
  EXPECT_EQ(part.post(mine), post_result::full);
  EXPECT_TRUE(mine);
  EXPECT_EQ(part.try_post([] {}), post_result::full);
  EXPECT_EQ(part.stats().queued, 0U);
  EXPECT_TRUE(part.wait_idle_for(patience));
  busy.release();
  p.wait_idle();
  EXPECT_EQ(part.submit([] { return 42; }).get(), 42);
}

TEST(a_share_of_a_full_pool, goes_on_with_the_worker_that_it_has) {
  small p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  std::vector<int> order;
  for (int n = 0; n < 3; ++n) give(part, [&order, n] { order.push_back(n); });
  give(p, [&order] { order.push_back(-1); });  // full now
  busy.release();
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1, 2, -1}));
  EXPECT_EQ(p.stats().completed, 2U);  // one turn for all tasks of the share
}

// The worker has to run the next task itself, and the handler must have each exception all the same, with its context.
TEST(a_share_of_a_full_pool, gives_every_exception_to_the_panic_policy) {
  heard::all.clear();
  pool<queue::bounded<1>, blocking::reject, observer::counters, panic::call<heard>> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  share inner(part, {.capacity = 1});
  hold busy;
  busy.occupy(inner);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(inner.post([] { throw std::domain_error("task "); }, context(n)), post_result::accepted);
  give(p, [] {});  // full now
  busy.release();
  inner.wait_idle();
  p.wait_idle();
  EXPECT_EQ(heard::all, (std::vector<std::string>{"task 0", "task 1", "task 2"}));
  EXPECT_EQ(p.stats().panicked, 1U);
  EXPECT_EQ(p.stats().completed, 1U);
}

TEST(a_share_of_a_closed_pool, runs_what_was_accepted) {
  std::array<std::atomic<int>, 10> ran{};
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  for (auto& each : ran) give(part, [&each] { ++each; });
  p.shutdown();
  EXPECT_EQ(part.post([] {}), post_result::accepted);  // the share is open, and its worker goes on
  busy.release();
  part.wait_idle();
  p.join();
  for (const auto& each : ran) EXPECT_EQ(each, 1);
  EXPECT_EQ(part.post([] {}), post_result::closed);
}

TEST(a_share, hands_back_what_waits_in_it) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  std::vector<int> order;
  for (int n = 0; n < 3; ++n) give(part, [&order, n] { order.push_back(n); });
  auto result = part.submit([] { return 1; });
  EXPECT_EQ(part.state(), run_state::open);
  std::vector<task> left = part.stop();
  EXPECT_EQ(part.state(), run_state::closing);
  ASSERT_EQ(left.size(), 4U);
  left.pop_back();
  EXPECT_THROW(result.get(), not_run);
  EXPECT_EQ(part.post([] {}), post_result::closed);
  EXPECT_TRUE(part.stop().empty());
  busy.release();
  part.wait_idle();
  EXPECT_EQ(part.state(), run_state::stopped);
  EXPECT_TRUE(order.empty());
  for (task& each : left) each();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
  EXPECT_EQ(p.submit([] { return 2; }).get(), 2);  // the pool is open
}

TEST(a_share, drains_when_it_is_destroyed) {
  thread_pool p{{.capacity = 2}};
  std::atomic<int> ran{0};
  {
    share part(p, {.capacity = 1});
    for (int n = 0; n < 100; ++n) give(part, [&ran] { ++ran; });
  }
  EXPECT_EQ(ran, 100);
}

TEST(a_share, gives_exceptions_to_the_panic_policy) {
  pool<panic::rethrow_at_wait, observer::counters> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  give(part, [] { throw std::domain_error("on purpose"); });
  part.wait_idle();
  EXPECT_THROW(p.wait_idle(), std::domain_error);
  EXPECT_EQ(p.stats().panicked, 1U);
}

TEST(a_share, passes_the_context_and_the_token_on) {
  pool<observer::counters> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  int seen = 0;
  EXPECT_EQ(part.post([&seen] { seen = *this_task::context<int>(); }, context(42)), post_result::accepted);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(part.post([&seen] { seen = 0; }, stop.get_token()), post_result::accepted);
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(seen, 42);
  EXPECT_EQ(p.stats().cancelled, 1U);
  EXPECT_EQ(p.stats().completed, 1U);
}

TEST(a_share, destroys_a_task_before_the_wait_is_over) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  for (int n = 0; n < 100; ++n) {
    const auto captured = std::make_shared<int>(0);
    give(part, [captured] { ++*captured; });
    part.wait_idle();
    ASSERT_EQ(captured.use_count(), 1);
  }
}

TEST(a_share_of_a_pool_without_threads, runs_on_the_callers) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 2}};
  share part(p, {.capacity = 1});
  int ran = 0;
  give(part, [&] {
    for (int n = 0; n < 1000; ++n) give(part, [&ran] { ++ran; });
    EXPECT_EQ(ran, 0);
  });
  part.wait_idle();
  EXPECT_EQ(ran, 1000);
}

TEST(a_share_of_a_pool_whose_callers_run, never_runs_more_than_its_capacity_at_a_time) {
  pool<queue::bounded<1>, blocking::caller_runs> p{{.capacity = 2}};
  share part(p, {.capacity = 1});
  std::atomic<int> now{0};
  std::atomic<int> ran{0};
  std::array<std::thread, 2> submitters;
  for (auto& each : submitters) {
    each = std::thread([&] {
      for (int n = 0; n < 1000; ++n) {
        give(part, [&] {
          EXPECT_EQ(++now, 1);
          ++ran;
          --now;
        });
        give(p, [] {});
      }
    });
  }
  for (auto& each : submitters) each.join();
  part.wait_idle();
  EXPECT_EQ(ran, 2000);
}

TEST(a_share_of_a_light_pool, gives_every_exception_to_the_panic_policy) {
  heard::all.clear();
  light_pool<queue::bounded<1>, blocking::reject, observer::counters, panic::call<heard>> p{{.capacity = 1, .carriers = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(part.post([] { throw std::domain_error("task "); }, context(n)), post_result::accepted);
  give(p, [] {});  // full now
  busy.release();
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(heard::all, (std::vector<std::string>{"task 0", "task 1", "task 2"}));
  EXPECT_EQ(p.stats().panicked, 1U);
}

TEST(a_share_of_a_pool_without_threads, gives_every_exception_to_the_panic_policy) {
  const unreliable_threads::scope never([] { return false; });
  heard::all.clear();
  pool<unreliable_threads, queue::bounded<1>, blocking::reject, observer::counters, panic::call<heard>> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  give(part, [&] {
    for (int n = 0; n < 3; ++n) EXPECT_EQ(part.post([] { throw std::domain_error("task "); }, context(n)), post_result::accepted);
    give(p, [] {});  // full now
  });
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(heard::all, (std::vector<std::string>{"task 0", "task 1", "task 2"}));
  EXPECT_EQ(p.stats().panicked, 1U);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

TEST(a_share, outlives_a_task_that_ends_its_thread) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  std::atomic<int> ran{0};
  give(part, [] { pthread_exit(nullptr); });
  for (int n = 0; n < 10; ++n) give(part, [&ran] { ++ran; });
  part.wait_idle();
  EXPECT_EQ(ran, 10);
}

// The submitter runs the task, and has a post to answer when the thread ends.
TEST(a_share, outlives_a_task_that_ends_its_submitters_thread) {
  pool<queue::bounded<1>, blocking::caller_runs> p{{.capacity = 1}};
  share part(p, {.capacity = 2});
  share inner(part, {.capacity = 1});
  hold busy;
  busy.occupy(p);
  give(p, [] {});  // full now
  std::atomic<int> ran{0};
  std::thread([&] {
    give(inner, [&] {
      for (int n = 0; n < 3; ++n) give(inner, [&ran] { ++ran; });
      pthread_exit(nullptr);
    });
    ADD_FAILURE();
  }).join();
  EXPECT_EQ(part.stats().running, 0U);
  EXPECT_TRUE(inner.wait_idle_for(patience));
  EXPECT_TRUE(part.wait_idle_for(patience));
  EXPECT_EQ(ran, 3);
}

// A task that was handed back brings the next one to a pool that has no thread either. So that one runs on the same thread, and ends it.
TEST(a_share_of_a_pool_without_threads, outlives_a_task_that_ends_the_thread_of_the_one_before) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  int ran = 0;
  std::vector<task> back;
  {
    const auto paused = p.pause();
    give(part, [&ran] { ++ran; });
    give(part, [] { pthread_exit(nullptr); });
    give(part, [&ran] { ++ran; });
    back = p.purge();
  }
  ASSERT_EQ(back.size(), 1U);
  std::thread([&back] {
    back.front()();
    ADD_FAILURE();
  }).join();
  back.clear();
  EXPECT_TRUE(part.wait_idle_for(patience));
  EXPECT_EQ(ran, 2);
}

}  // namespace
}  // namespace weir::tests

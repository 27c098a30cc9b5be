// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <stop_token>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

enum class when { at_once, after_a_wait, on_a_visit, on_its_submitter_s };

void end_thread_of_a_coroutine(when w) {
  thread_pool other({.capacity = 1});
  pool<queue::none, blocking::caller_runs> p({.capacity = 1});
  hold held;
  if (w == when::on_its_submitter_s) held.occupy(p);
  p.submit([w, &other]() -> coroutine<> {
     if (w == when::after_a_wait) co_await yield();
     if (w == when::on_a_visit) static_cast<void>(co_await other.schedule());
     ::pthread_exit(nullptr);
   }).get();
}

TEST(a_coroutine_that_ends_a_thread_of_its_pool, is_told_so_DeathTest) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  for (const when w : {when::at_once, when::after_a_wait, when::on_a_visit, when::on_its_submitter_s})
    EXPECT_EXIT(end_thread_of_a_coroutine(w), testing::KilledBySignal(SIGABRT), "weir: a coroutine ended the thread")
        << static_cast<int>(w);
}

// The thread that ends may be the timekeeper, or the only one.
TEST(a_plain_task_among_coroutines, may_end_its_thread_and_those_that_wait_go_on) {
  for (const unsigned capacity : {1U, 2U}) {
    thread_pool p({.capacity = capacity});
    for (int round = 0; round != 20; ++round) {
      std::stop_source stopper;
      tally woken;
      give(p, [&]() -> coroutine<> {
        static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
        woken.add();
      });
      give(p, [&]() -> coroutine<> {
        co_await sleep_for(500us);
        woken.add();
      });
      EXPECT_EQ(p.post([] { ::pthread_exit(nullptr); }), post_result::accepted);
      ASSERT_TRUE(woken.reaches(1)) << "in round " << round;
      stopper.request_stop();
      ASSERT_TRUE(woken.reaches(2)) << "in round " << round;
      ASSERT_TRUE(p.wait_idle_for(patience));
    }
  }
}

}  // namespace
}  // namespace weir::tests

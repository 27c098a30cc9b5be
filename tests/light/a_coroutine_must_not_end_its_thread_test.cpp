// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>

#include <gtest/gtest.h>

#include <pthread.h>
#include <signal.h>

namespace weir::tests {
namespace {

void end_thread_of_a_coroutine(bool after_a_wait) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  p.submit([after_a_wait]() -> coroutine<> {
     if (after_a_wait) co_await yield();
     ::pthread_exit(nullptr);
   }).get();
}

TEST(a_coroutine_that_ends_its_thread, is_told_so_DeathTest) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  for (const bool after_a_wait : {false, true})
    EXPECT_EXIT(end_thread_of_a_coroutine(after_a_wait), testing::KilledBySignal(SIGABRT), "weir: a coroutine ended the thread");
}

TEST(a_plain_task_of_a_light_pool, may_end_its_thread_and_another_one_carries_on) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  EXPECT_EQ(p.post([] { ::pthread_exit(nullptr); }), post_result::accepted);
  EXPECT_EQ(p.submit([]() -> coroutine<int> {
               co_await yield();
               co_return 7;
             }).get(),
            7);
}

}  // namespace
}  // namespace weir::tests

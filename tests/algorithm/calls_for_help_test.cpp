// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/invoke.hpp>
#include <weir/platform/native.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <new>
#include <thread>

namespace weir::tests {
namespace {

TEST(a_call_for_help, is_alone_in_the_queue_however_many_callables_wait) {
  thread_pool p({.capacity = 2});
  const auto pause = p.pause();
  invoke(
      p, [] {}, [&] { EXPECT_EQ(p.stats().queued, 1u); }, [] {}, [&] { EXPECT_EQ(p.stats().queued, 1u); });
  EXPECT_EQ(p.stats().queued, 1u);
}

TEST(a_call_for_help, that_takes_the_last_callable_is_the_last_one) {
  pool<observer::counters> p({.capacity = 1});
  event helped;
  invoke(
      p, [&] { EXPECT_TRUE(helped.wait_for()); }, [&] { helped.set(); });
  p.wait_idle();
  EXPECT_EQ(p.stats().accepted, 1u);
}

/// Calls `use` with a context while a job waits that it promoted and a call for help is in the queue of the paused pool.
template <class Use>
void with_a_job_that_waits(thread_pool& p, Use use) {
  const auto pause = p.pause();
  engine::unrolled_context<thread_pool> own(p);
  fork_context<thread_pool>& here = own;
  EXPECT_TRUE(here.wants_a_job());
  here.fork(
      use, [](auto&) {}, true);
}

TEST(a_call_for_help, that_waits_with_a_job_is_enough) {
  thread_pool p({.capacity = 1});
  with_a_job_that_waits(p, [](auto& here) {
    EXPECT_FALSE(here.wants_a_job());
    EXPECT_FALSE(here.may_promote_at_once(1));
    here.fork(
        [](auto& mine) {
          mine.promote_oldest();
          EXPECT_TRUE(mine.keeps_jobs());
        },
        [](auto&) {});
  });
}

TEST(a_call_for_help, that_its_own_caller_calls_is_made_again) {
  thread_pool p({.capacity = 1});
  with_a_job_that_waits(p, [&](auto& here) {
    for (auto& each : p.purge()) each();
    EXPECT_TRUE(here.wants_a_job());
  });
}

TEST(a_call_for_help, is_made_for_plain_callables_though_two_jobs_are_kept) {
  using context = fork_context<thread_pool>;
  thread_pool p({.capacity = 1});
  const auto pause = p.pause();
  const auto nothing = [](context&) {};
  const auto inner = [](context& here) {
    EXPECT_TRUE(here.keeps_enough());
    invoke(
        here, [&] { EXPECT_FALSE(here.wants_a_job()); }, [] {});
  };
  engine::unrolled_context<thread_pool> own(p);
  fork_context<thread_pool>& here = own;
  here.fork([&](context& mine) { mine.fork(inner, nothing); }, nothing);
}

/// A pool whose try_post() does not return.
struct no_return {
  using platform_type = platform::native;
  template <class Task>
  post_result try_post(Task) {
    end();
    return post_result::accepted;
  }
  void (*end)();
};

TEST(a_call_for_help, that_throws_is_as_good_as_one_that_is_refused) {
  no_return p{[] { throw std::bad_alloc(); }};
  int calls = 0;
  invoke(
      p, [&] { ++calls; }, [&] { ++calls; });
  EXPECT_EQ(calls, 2);
}

TEST(a_call_for_help, that_ends_its_thread_leaves_no_job_behind) {
  using context = fork_context<no_return>;
  no_return p{[] { pthread_exit(nullptr); }};
  bool left = false;
  std::thread([&] {
    engine::unrolled_context<no_return> own(p);
    fork_context<no_return>& here = own;
    const struct last_look {
      context& here;
      bool& left;
      ~last_look() {
        EXPECT_FALSE(here.keeps_jobs());
        left = true;
      }
    } last{here, left};
    here.fork([](context&) { FAIL(); }, [](context&) { FAIL(); }, true);
    FAIL();
  }).join();
  EXPECT_TRUE(left);
}

}  // namespace
}  // namespace weir::tests

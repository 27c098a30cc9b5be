// SPDX-License-Identifier: Apache-2.0
// Coroutines on a pool that has no worker and is refused a thread: once, for a while, or always.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using P = unreliable_threads;

template <class Pool>
class without_a_thread : public testing::Test {};
using pools = testing::Types<pool<P>, pool<P, queue::none>, pool<P, queue::bounded<2>>, pool<P, queue::bounded<1>, blocking::caller_runs>,
                             pool<P, queue::stealing>, pool<P, queue::keyed>, pool<P, expiry::after_idle>>;
TYPED_TEST_SUITE(without_a_thread, pools, numbered);

TYPED_TEST(without_a_thread, once_a_coroutine_waits_all_the_same) {
  std::atomic<int> refused = 1;
  const P::scope once([&] { return refused-- <= 0; });
  TypeParam p({.capacity = 2});
  std::atomic<bool> done = false;
  give(p, [&]() -> basic_coroutine<void, P> {
    co_await sleep_for<P>(5ms);
    co_await yield<P>();
    done = true;
  });
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_TRUE(done);
  EXPECT_GE(p.stats().failed_starts, 1U);
}

TYPED_TEST(without_a_thread, for_a_while_the_caller_keeps_the_time) {
  std::atomic<int> refused = 5;
  const P::scope a_few_times([&] { return refused-- <= 0; });
  TypeParam p({.capacity = 2});
  std::atomic<int> turns = 0;
  give(p, [&]() -> basic_coroutine<void, P> {
    for (; turns != 5; ++turns) co_await sleep_for<P>(1ms);
  });
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(turns, 5);
}

TYPED_TEST(without_a_thread, at_all_the_caller_runs_a_coroutine_that_sleeps_to_its_end) {
  const P::scope never([] { return false; });
  TypeParam p({.capacity = 2});
  bool done = false;
  give(p, [&]() -> basic_coroutine<void, P> {
    for (int n = 0; n != 3; ++n) co_await sleep_for<P>(1ms);
    done = true;
  });
  EXPECT_TRUE(done) << "by the caller, which is all the pool has";
  p.wait_idle();
}

TYPED_TEST(without_a_thread, at_all_whoever_wakes_a_coroutine_runs_it) {
  const P::scope never([] { return false; });
  TypeParam p({.capacity = 2});
  basic_async_semaphore<P> permits(0);
  bool done = false;
  give(p, [&]() -> basic_coroutine<void, P> {
    co_await permits.acquire();
    done = true;
  });
  EXPECT_FALSE(done);
  EXPECT_EQ(p.stats().suspended, 1U);
  permits.release();
  EXPECT_TRUE(done);
  p.wait_idle();
}

// A coroutine that never ends does not keep the caller: the threads that wait for the pool keep the time from then on.
TEST(a_caller_without_a_thread, leaves_a_coroutine_that_sleeps_again_and_again) {
  const P::scope never([] { return false; });
  pool<P> p({.capacity = 1});
  std::atomic<bool> end = false;
  std::atomic<int> turns = 0;
  give(p, [&]() -> basic_coroutine<void, P> {
    while (!end) {
      co_await sleep_for<P>(1ms);
      ++turns;
    }
  });
  EXPECT_GT(turns, 10) << "it has kept the time for a while";
  EXPECT_EQ(p.stats().suspended, 1U);
  const int before = turns;
  std::thread other([&] { end = eventually([&] { return turns > before + 300; }); });
  p.wait_idle();
  other.join();
  EXPECT_TRUE(end);
}

// What a task posts is not run on top of it, however long the chain is.
TEST(a_caller_without_a_thread, uses_no_more_stack_for_a_long_chain_of_coroutines) {
  const P::scope never([] { return false; });
  pool<P> p({.capacity = 1});
  struct chain {
    pool<P>& p;
    int left;
    std::uintptr_t highest = 0, lowest = UINTPTR_MAX;
    [[gnu::noinline]] void measure() {
      const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
      highest = std::max(highest, here);
      lowest = std::min(lowest, here);
    }
    basic_coroutine<void, P> link() {
      measure();
      if (--left != 0) give(p, [this] { return link(); });
      co_await sleep_for<P>(0ns);
    }
  } links{p, 1'000};
  give(p, [&] { return links.link(); });
  EXPECT_EQ(links.left, 0);
  EXPECT_LE(links.highest - links.lowest, 16'384U);
  p.wait_idle();
}

// The key is held while the coroutine sleeps, though a caller began it.
TEST(a_caller_without_a_thread, holds_the_key_of_a_coroutine_until_its_end) {
  std::atomic<int> refused = 1;
  const P::scope once([&] { return refused-- <= 0; });
  pool<P, queue::keyed> p({.capacity = 2});
  std::atomic<bool> ended = false, early = false;
  EXPECT_EQ(p.post(
                [&]() -> basic_coroutine<void, P> {
                  co_await sleep_for<P>(20ms);
                  ended = true;
                },
                key{1}),
            post_result::accepted);
  EXPECT_EQ(p.post([&] { early = !ended; }, key{1}), post_result::accepted);
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_FALSE(early);
}

}  // namespace
}  // namespace weir::tests

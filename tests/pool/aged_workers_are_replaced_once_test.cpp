// SPDX-License-Identifier: Apache-2.0
// Workers whose life is over as soon as it begins: one that has run nothing is not replaced, neither for a coroutine that sleeps nor for the
// minimum, so an idle pool starts no threads and a pause comes to its end.
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <stop_token>

namespace weir::tests {
namespace {

options of_short_lives(std::atomic<int>& started, unsigned min_workers) {
  options o{.capacity = 2, .min_workers = min_workers, .max_age = std::chrono::nanoseconds(1)};
  o.on_start = [&] { ++started; };
  return o;
}

void expect_rest(pool<expiry::after_age>& p, const std::atomic<int>& started) {
  ASSERT_TRUE(eventually([&] { return p.stats().workers == 1 && p.stats().idle == 1; }));
  p.pause().resume();
  EXPECT_LE(started, 10);
}

TEST(workers_that_are_old_at_once, do_not_replace_each_other_while_a_coroutine_sleeps) {
  std::atomic<int> started{0};
  pool<expiry::after_age> p(of_short_lives(started, 0));
  std::stop_source end;
  give(p, [token = end.get_token()]() -> coroutine<> { static_cast<void>(co_await sleep_for(std::chrono::hours(1), token)); });
  expect_rest(p, started);
  end.request_stop();
  p.wait_idle();
}

// The worker retires and gets no replacement, so it runs the next task itself: when that ends the thread, the place has been given up already.
TEST(workers_that_are_old_at_once, give_their_place_up_once) {
  pool<unreliable_threads, expiry::after_age> p({.capacity = 1, .max_age = std::chrono::nanoseconds(1)});
  {
    hold busy;
    busy.occupy(p);
    give(p, [] { pthread_exit(nullptr); });
    const unreliable_threads::scope refusing([] { return false; });
    busy.release();
    ASSERT_TRUE(eventually([&] { return p.stats().failed_starts != 0 && p.stats().workers != 1; }));
    ASSERT_TRUE(eventually([&] { return p.stats().running == 0; }));
    EXPECT_EQ(p.stats().workers, 0U);
  }
  EXPECT_EQ(p.run([] { return 1; }), 1);
  p.wait_idle();
}

TEST(workers_that_are_old_at_once, do_not_replace_each_other_for_the_minimum) {
  std::atomic<int> started{0};
  pool<expiry::after_age> p(of_short_lives(started, 1));
  p.run([] {});
  expect_rest(p, started);
}

}  // namespace
}  // namespace weir::tests

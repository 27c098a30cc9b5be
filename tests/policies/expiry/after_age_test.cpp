// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/growth/prestart.hpp>

#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/conformance/expiry_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

INSTANTIATE_TYPED_TEST_SUITE_P(after_age, expiry_conformance, testing::Types<expiry::after_age>, numbered);

using timed_pool = pool<expiry::after_age, manual_clock>;

/// Every thread of a pool gets a number of its own, whatever its thread id.
class generations {
 public:
  [[nodiscard]] std::function<void()> starter() const {
    return [born = born_] { number() = ++*born; };
  }
  static int& number() {
    thread_local int n = 0;
    return n;
  }
  [[nodiscard]] int born() const { return *born_; }

 private:
  std::shared_ptr<std::atomic<int>> born_ = std::make_shared<std::atomic<int>>(0);
};

int who(timed_pool& p) {
  return p.run([] { return generations::number(); });
}

TEST(after_age, the_deadline_is_birth_and_age_however_idle_the_worker_is) {
  using on = expiry::after_age::on<platform::native>;
  using time_point = platform::native::clock::time_point;
  EXPECT_EQ(on::deadline({time_point(9h), time_point(5ns), time_point(8h)}, {1h, 7ns}), time_point(12ns));
  EXPECT_EQ(on::deadline({{}, time_point::max() - 3ns, {}}, {1h, 4ns}), time_point::max());
}

TEST(after_age, a_busy_worker_that_is_old_leaves_after_its_task_and_a_new_one_takes_the_next) {
  generations threads;
  timed_pool p{{.capacity = 1, .max_age = 10s, .on_start = threads.starter()}};
  hold busy;
  busy.occupy(p);
  std::atomic<int> next{0};
  ASSERT_EQ(p.post([&] { next = generations::number(); }), post_result::accepted);
  manual_clock::clock::advance(10s);
  busy.release();
  EXPECT_TRUE(eventually([&] { return next != 0; })) << "the task that was left to the new worker";
  EXPECT_EQ(next, 2);
}

TEST(after_age, a_worker_below_the_age_goes_on) {
  generations threads;
  timed_pool p{{.capacity = 1, .max_age = 10s, .on_start = threads.starter()}};
  EXPECT_EQ(who(p), 1);
  manual_clock::clock::advance(10s - 1ns);
  EXPECT_EQ(who(p), 1);
  EXPECT_EQ(p.stats().workers, 1U);
}

TEST(after_age, an_idle_worker_that_is_old_leaves_at_once) {
  timed_pool p{{.capacity = 1, .max_age = 10s}};
  p.run([] {});
  manual_clock::clock::advance(10s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

TEST(after_age, the_minimum_is_replaced_and_kept) {
  generations threads;
  timed_pool p{{.capacity = 3, .min_workers = 2, .max_age = 10s, .on_start = threads.starter()}};
  for (int generation = 0; generation < 3; ++generation) {
    {
      std::deque<hold> busy(generation == 0 ? 3 : 2);
      for (hold& each : busy) each.occupy(p);
    }
    manual_clock::clock::advance(10s);
    EXPECT_TRUE(eventually([&] { return threads.born() == 3 + 2 * (generation + 1) && p.stats().workers == 2 && p.stats().idle == 2; }));
  }
  EXPECT_GT(who(p), 3 + 2 * 2) << "all of them are new";
}

TEST(after_age, a_worker_that_has_run_nothing_does_not_age) {
  generations threads;
  pool<expiry::after_age, growth::prestart, manual_clock> p{
      {.capacity = 2, .min_workers = 2, .max_age = 10s, .on_start = threads.starter()}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  manual_clock::clock::advance(100s);
  p.run([] {});  // one begins to age
  manual_clock::clock::advance(10s);
  EXPECT_TRUE(eventually([&] { return threads.born() == 3 && p.stats().idle == 2; }));
  p.shutdown();
  p.join();
  EXPECT_EQ(threads.born(), 3) << "it alone was replaced";
}

TEST(after_age, a_busy_pool_changes_its_threads_and_loses_no_task) {
  generations threads;
  pool<expiry::after_age> p{{.capacity = 2, .max_age = 200us, .on_start = threads.starter()}};
  std::atomic<int> ran{0};
  for (int n = 0; n < 20'000; ++n) EXPECT_EQ(p.post([&] { ++ran; }), post_result::accepted);
  while (threads.born() < 10) EXPECT_EQ(p.run([&] { return ++ran; }), ran);
  p.wait_idle();
  EXPECT_GE(ran, 20'000);
}

TEST(after_age, the_age_counts_from_the_first_task) {
  generations threads;
  timed_pool p{{.capacity = 1, .max_age = 10s, .on_start = threads.starter()}};
  EXPECT_EQ(who(p), 1);
  manual_clock::clock::advance(6s);
  EXPECT_EQ(who(p), 1);
  manual_clock::clock::advance(4s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

// The second thread has run nothing but turns of the coroutine when it gets old in the middle of one.
TEST(after_age, a_turn_of_a_coroutine_counts_like_a_task) {
  generations threads;
  timed_pool p{{.capacity = 1, .max_age = 10s, .on_start = threads.starter()}};
  basic_async_semaphore<manual_clock> permits(0);
  int (*volatile number)() = [] { return generations::number(); };
  std::vector<int> turns;
  ASSERT_EQ(p.post([&]() -> basic_coroutine<void, manual_clock> {
    co_await permits.acquire();
    turns.push_back(number());
    manual_clock::clock::advance(10s);
    co_await permits.acquire();
    turns.push_back(number());
    manual_clock::clock::advance(10s);
    co_await yield<manual_clock>();
    turns.push_back(number());
  }),
            post_result::accepted);
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  permits.release();
  ASSERT_TRUE(eventually([&] { return threads.born() == 2 && p.stats().suspended == 1 && p.stats().idle == 1; }));
  permits.release();
  p.wait_idle();
  EXPECT_EQ(turns, (std::vector{1, 2, 3}));
}

}  // namespace
}  // namespace weir::tests

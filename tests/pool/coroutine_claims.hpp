// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POOL_COROUTINE_CLAIMS_HPP
#define TESTS_POOL_COROUTINE_CLAIMS_HPP

#include <weir/coroutine.hpp>
#include <weir/options.hpp>
#include <weir/post_result.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

namespace weir::tests {

using namespace std::chrono_literals;

/// Until the pool takes it: one that rejects, or has one place, is full at times.
template <class Pool, class F>
void insist(Pool& p, const F& f) {
  while (p.post(f) != post_result::accepted) std::this_thread::yield();
}

/// What coroutines do in a pool of threads, whatever its policies.
template <class Pool>
class coroutines : public testing::Test {
 protected:
  static unsigned capacity() { return std::min(2U, Pool::config_type::most_workers); }
  static options few(unsigned most = capacity()) { return {.capacity = most, .idle_after = 200us, .max_age = 1ms}; }
};
TYPED_TEST_SUITE_P(coroutines);

/// Some of them end at once, some give their turns up, some sleep, and some do both, deeper down.
template <class Pool>
void all_of_them_end(Pool& p) {
  constexpr int tasks = 400;
  std::atomic<int> ended = 0;
  const auto deeper = [](int n) -> coroutine<int> {
    if (n % 2 == 0) co_await yield();
    if (n % 4 == 3) co_await sleep_for(n * 1us);
    co_return n;
  };
  for (int n = 0; n != tasks; ++n) {
    insist(p, [&ended, &deeper, n]() -> coroutine<> {
      if (n % 5 == 0) co_return void(++ended);
      const int came = co_await deeper(n);
      if (came % 3 == 0) co_await sleep_for(100us);
      ++ended;
    });
    if (n % 10 == 0) insist(p, [] {});
  }
  p.wait_idle();
  EXPECT_EQ(ended, tasks);
  EXPECT_EQ(p.stats().suspended, 0U);
  EXPECT_EQ(p.stats().running, 0U);
}
TYPED_TEST_P(coroutines, all_come_to_their_end) {
  TypeParam p(this->few());
  for (int round = 0; round != 3; ++round) all_of_them_end(p);
}

/// Many wait at the same time, and no thread with them: a plain task runs as ever. Then all are called at once.
template <class Pool>
void hold_no_thread(Pool& p) {
  constexpr int sleepers = 100;
  std::stop_source stopper;
  tally asleep;
  std::atomic<int> early = 0;
  for (int n = 0; n != sleepers; ++n) {
    insist(p, [&]() -> coroutine<> {
      asleep.add();
      const bool in_time = co_await sleep_for(1h, stopper.get_token());
      early += !in_time;
    });
  }
  ASSERT_TRUE(asleep.reaches(sleepers));
  event ran;
  insist(p, [&] { ran.set(); });
  EXPECT_TRUE(ran.wait_for());
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == sleepers && p.stats().running == 0; }));
  EXPECT_LE(p.stats().workers, p.stats().capacity);
  stopper.request_stop();
  p.wait_idle();
  EXPECT_EQ(early, sleepers);
}
TYPED_TEST_P(coroutines, hold_no_thread_while_they_wait) {
  TypeParam p(this->few());
  hold_no_thread(p);
}

TYPED_TEST_P(coroutines, sleep_no_longer_than_they_should_when_all_is_quiet) {
  TypeParam p(this->few());
  for (int round = 0; round != 20; ++round) {
    event woke;
    insist(p, [&]() -> coroutine<> {
      co_await sleep_for(500us);
      woke.set();
    });
    ASSERT_TRUE(woke.wait_for()) << "in round " << round;
  }
}

TYPED_TEST_P(coroutines, are_waited_for_by_the_pool_s_end) {
  std::atomic<int> ended = 0;
  {
    TypeParam p(this->few());
    for (int n = 0; n != 50; ++n) {
      insist(p, [&ended]() -> coroutine<> {
        for (int turns = 0; turns != 3; ++turns) co_await sleep_for(200us);
        ++ended;
      });
    }
  }
  EXPECT_EQ(ended, 50);
}

TYPED_TEST_P(coroutines, that_are_called_by_other_threads_end_however_they_are_called) {
  for (int round = 0; round != 50; ++round) {
    TypeParam p(this->few());
    std::stop_source stopper;
    std::atomic<int> ended = 0;
    for (int n = 0; n != 4; ++n) {
      insist(p, [&ended, token = stopper.get_token()]() -> coroutine<> {
        static_cast<void>(co_await sleep_for(1h, token));
        co_await yield();
        ++ended;
      });
    }
    std::thread other([&] { stopper.request_stop(); });
    p.wait_idle();
    EXPECT_EQ(ended, 4);
    other.join();
  }
}

TYPED_TEST_P(coroutines, begin_in_the_next_life_too) {
  TypeParam p(this->few());
  for (int life = 0; life != 3; ++life) {
    std::atomic<int> ended = 0;
    for (int n = 0; n != 8; ++n) {
      insist(p, [&ended]() -> coroutine<> {
        co_await sleep_for(300us);
        ++ended;
      });
    }
    p.shutdown();
    p.join();
    EXPECT_EQ(ended, 8);
    ASSERT_TRUE(p.restart());
  }
}

TYPED_TEST_P(coroutines, are_destroyed_with_all_they_own) {
  const auto owned = std::make_shared<int>(1);
  {
    TypeParam p(this->few());
    for (int n = 0; n != 100; ++n) {
      insist(p, [owned]() -> coroutine<> {
        const auto local = owned;
        co_await sleep_for(10us);
        co_await yield();
      });
    }
  }
  EXPECT_EQ(owned.use_count(), 1);
}

REGISTER_TYPED_TEST_SUITE_P(coroutines, all_come_to_their_end, hold_no_thread_while_they_wait,
                            sleep_no_longer_than_they_should_when_all_is_quiet, are_waited_for_by_the_pool_s_end,
                            that_are_called_by_other_threads_end_however_they_are_called, begin_in_the_next_life_too,
                            are_destroyed_with_all_they_own);

}  // namespace weir::tests

#endif

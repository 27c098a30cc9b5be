// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/thread_pool.hpp>

#include "tests/algorithm/pools.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class a_loop : public testing::Test {};
TYPED_TEST_SUITE(a_loop, pools_of_algorithms, numbered);

/// Sums the indices of a loop in which each index is to be called once.
template <class Where>
void expect_each_once(Where& where, int n) {
  std::vector<int> calls(static_cast<std::size_t>(n));
  EXPECT_TRUE(for_each_index(where, 0, n, [&](int i) { ++calls[static_cast<std::size_t>(i)]; }));
  EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(n), 1));
}

TYPED_TEST(a_loop, calls_each_index_once) {
  TypeParam p{{.capacity = 2}};
  for (const int n : {0, 1, 2, 3, 31, 32, 33, 1000, 100'000}) expect_each_once(p, n);
}

TYPED_TEST(a_loop, of_a_pool_that_has_no_worker_to_spare_is_done_by_its_caller) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  expect_each_once(p, 10);
  expect_each_once(p, 100'000);
}

TYPED_TEST(a_loop, of_a_closed_pool_is_done_by_its_caller) {
  TypeParam p{{.capacity = 1}};
  p.shutdown();
  expect_each_once(p, 10);
  expect_each_once(p, 100'000);
}

TYPED_TEST(a_loop, of_a_paused_pool_is_done_by_its_caller_and_help_may_come_after_its_end) {
  TypeParam p{{.capacity = 2}};
  {
    const auto pause = p.pause();
    for (int round = 0; round != 5; ++round) expect_each_once(p, 10);
  }
  p.wait_idle();
}

TYPED_TEST(a_loop, may_be_nested_in_tasks_and_loops_on_one_worker) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> calls{0};
  event done;
  ASSERT_EQ(p.post([&] {
    for_each_index(p, 0, 4,
                   [&](int) { for_each_index(p, 0, 4, [&](int) { for_each_index(p, 0, 100, [&](int) { calls.fetch_add(1); }); }); });
    done.set();
  }),
            post_result::accepted);
  ASSERT_TRUE(done.wait_for());
  EXPECT_EQ(calls.load(), 1600);
}

TYPED_TEST(a_loop, may_be_nested_by_its_context) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> calls{0};
  for_each_index(p, 0, 20, [&](fork_context<TypeParam>& here, int) {
    for_each_index(here, 0, 50, [&](auto& inner, int) { for_each_index(inner, 0, 10, [&](int) { calls.fetch_add(1); }); });
  });
  EXPECT_EQ(calls.load(), 10'000);
}

TYPED_TEST(a_loop, throws_the_first_exception_and_skips_the_rest) {
  TypeParam p{{.capacity = 2}};
  for (const int n : {1, 2, 20, 1'000'000}) {
    std::atomic<int> calls{0};
    try {
      for_each_index(p, 0, n, [&](int i) {
        calls.fetch_add(1);
        throw std::out_of_range(std::to_string(i));
      });
      ADD_FAILURE() << "of " << n;
    } catch (const std::out_of_range&) {
      EXPECT_LE(calls.load(), 3 * 2) << n;  // each thread may have begun a block, or two
    }
  }
}

TYPED_TEST(a_loop, stops_when_its_token_is_stopped) {
  TypeParam p{{.capacity = 2}};
  std::stop_source stop;
  std::atomic<int> calls{0};
  EXPECT_FALSE(for_each_index(
      p, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(),
      [&](std::uint64_t) {
        if (calls.fetch_add(1) == 1000) stop.request_stop();
      },
      stop.get_token()));
  calls = 0;
  EXPECT_FALSE(for_each_index(
      p, 0, 10, [&](int) { ++calls; }, stop.get_token()));
  EXPECT_EQ(calls.load(), 0);
  EXPECT_TRUE(for_each_index(
      p, 0, 0, [&](int) { ++calls; }, stop.get_token()));
}

TYPED_TEST(a_loop, of_a_small_range_is_stopped_within_an_eighth_of_it) {
  TypeParam p{{.capacity = 1}};
  p.shutdown();  // the caller calls all
  std::stop_source stop;
  int calls = 0;
  EXPECT_FALSE(for_each_index(
      p, 0, 800, [&](int) { static_cast<void>(++calls == 1 && stop.request_stop()); }, stop.get_token()));
  EXPECT_LE(calls, 100);
}

TEST(a_loop_over, negative_indices_and_a_reversed_range_are_ranges) {
  thread_pool p({.capacity = 2});
  std::atomic<long> sum{0};
  EXPECT_TRUE(for_each_index(p, -50, 51, [&](int i) { sum.fetch_add(i + 1000); }));
  EXPECT_EQ(sum.load(), 101'000);
  EXPECT_TRUE(for_each_index(p, 5, -5, [&](int) { sum = 0; }));
  EXPECT_EQ(sum.load(), 101'000);
  EXPECT_TRUE(for_each_index(p, std::size_t{5}, -5, [&](std::size_t) { sum = 0; }));
  EXPECT_TRUE(for_each_index(p, -5L, std::uint32_t{5}, [&](long i) { sum.fetch_add(i); }));
  EXPECT_EQ(sum.load(), 100'995);
  EXPECT_TRUE(for_each_index(p, std::size_t{2}, 5, [&](std::size_t i) { sum.fetch_add(static_cast<long>(i)); }));
  EXPECT_EQ(sum.load(), 101'004);
  std::atomic<int> calls{0};
  for_each_index(p, std::int8_t{-128}, std::int8_t{127}, [&](std::int8_t i) { calls.fetch_add(i != 127); });
  EXPECT_EQ(calls.load(), 255);
}

TEST(a_loop_over, a_few_indices_gives_each_its_thread) {
  thread_pool p({.capacity = 3});
  std::atomic<int> met{0};
  event all;
  for_each_index(p, 0, 4, [&](int) {
    if (met.fetch_add(1) == 3) all.set();
    EXPECT_TRUE(all.wait_for());
  });
}

TEST(a_loop_over, a_few_indices_by_a_context_gives_each_its_thread) {
  thread_pool p({.capacity = 3});
  std::atomic<int> met{0};
  event all;
  invoke(p, [&](auto& here) {
    for_each_index(here, 0, 100, [](int) {});  // fast elements, so that the next ones are thought to be fast
    for_each_index(here, 0, 4, [&](int) {
      if (met.fetch_add(1) == 3) all.set();
      EXPECT_TRUE(all.wait_for());
    });
  });
}

TEST(a_loop_over, many_indices_gets_help_when_it_is_long) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  event helped;
  for_each_index(p, 0, 1000, [&](int) {
    if (std::this_thread::get_id() != caller)
      helped.set();
    else
      static_cast<void>(helped.wait_for(std::chrono::milliseconds(20)));
  });
  EXPECT_TRUE(helped.happened());
}

TEST(a_loop_over, elements_that_fork_is_stopped_before_the_next_one) {
  thread_pool p({.capacity = 1});
  p.shutdown();  // the caller calls all
  for (const int stopped_at : {1, 16, 17, 100, 5000}) {
    std::stop_source stop;
    int calls = 0;
    EXPECT_FALSE(for_each_index(
        p, 0, 100'000,
        [&](auto& here, int) {
          invoke(
              here, [](auto&) {}, [](auto&) {});
          EXPECT_LE(here.ticks_left(), 100'000U);
          if (++calls == stopped_at) stop.request_stop();
        },
        stop.get_token()));
    EXPECT_EQ(calls, stopped_at);
  }
}

TEST(a_loop_over, elements_that_fork_gets_help) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  event helped;
  for_each_index(p, 0, 1000, [&](auto& here, int) {
    if (std::this_thread::get_id() != caller) helped.set();
    invoke(
        here, [](auto&) {}, [](auto&) {});
    if (std::this_thread::get_id() == caller) static_cast<void>(helped.wait_for(std::chrono::milliseconds(20)));
  });
  EXPECT_TRUE(helped.happened());
}

TEST(a_loop_over, indices_whose_call_for_help_was_refused_calls_again) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([] {}), post_result::accepted);  // the queue is full
  const auto caller = std::this_thread::get_id();
  event helped;
  int calls = 0;
  int calls_before_help = 0;
  for_each_index(p, 0, 200, [&](int) {
    if (std::this_thread::get_id() != caller) return helped.set();
    if (++calls == 20) busy.release();
    static_cast<void>(helped.wait_for(calls < 20 ? std::chrono::milliseconds(1) : std::chrono::milliseconds(20)));
    if (!helped.happened()) calls_before_help = calls;
  });
  EXPECT_TRUE(helped.happened());
  EXPECT_LT(calls_before_help, 60);
}

TEST(a_loop_in, a_pool_without_any_thread_is_done_by_its_caller) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 2}};
  expect_each_once(p, 10);
  std::mutex not_recursive;
  for_each_index(p, 0, 10, [&](int) {
    const std::unique_lock held(not_recursive, std::try_to_lock);
    EXPECT_TRUE(held.owns_lock());  // no index runs in the middle of another one
  });
}

TEST(a_loop_in, which_a_thread_is_ended_says_so) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  event helped;
  try {
    for_each_index(p, 0, 2, [&](int) {
      if (std::this_thread::get_id() != caller) {
        helped.set();
        pthread_exit(nullptr);
      }
      EXPECT_TRUE(helped.wait_for());
    });
    ADD_FAILURE();
  } catch (const not_run& why) {
    EXPECT_EQ(why.reason(), post_result::cancelled);
  }
}

TEST(a_loop_in, a_pool_that_is_idle_afterwards_has_ended_its_late_calls_for_help) {
  thread_pool p({.capacity = 2});
  for (int round = 0; round != 100; ++round) {
    for_each_index(p, 0, 8, [&](int) {});
    p.wait_idle();  // late calls for help are tasks like others
  }
}

TEST(many_loops, of_many_threads_share_a_pool) {
  thread_pool p({.capacity = 2});
  std::vector<std::jthread> callers;
  for (int t = 0; t != 4; ++t)
    callers.emplace_back([&] {
      for (int round = 0; round != 200; ++round) expect_each_once(p, 64);
    });
}

}  // namespace
}  // namespace weir::tests

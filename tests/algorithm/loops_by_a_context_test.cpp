// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

/// Counts fast forks until a look at the clock has just put off the next one as far as it may.
template <class Context>
void be_fast(Context& here) {
  do static_cast<void>(here.tick(1));
  while (here.ticks_left() != Context::ticks_of_forks);
}

TEST(a_loop_by_a_context, whose_elements_are_long_gets_help_though_all_before_was_fast) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  for (const int n : {33, 100, 127, 500}) {
    event helped;
    invoke(p, [&](auto& here) {
      be_fast(here);
      for_each_index(here, 0, n, [&](int) {
        if (std::this_thread::get_id() != caller)
          helped.set();
        else
          static_cast<void>(helped.wait_for(std::chrono::milliseconds(10)));
      });
    });
    EXPECT_TRUE(helped.happened()) << n;
  }
}

/// Loops of a kind that was fast are looked at once in 32 elements; then one of them is not.
TEST(a_loop_by_a_context, of_a_kind_that_was_fast_gets_help_when_its_elements_are_long) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  event helped;
  std::atomic<int> calls{0};
  const auto run = [&](auto& here, bool is_long) {
    for_each_index(here, 0, 100, [&, is_long](int) {
      if (!is_long) return;
      if (std::this_thread::get_id() != caller)
        helped.set();
      else if (!helped.happened() && ++calls <= 40)
        static_cast<void>(helped.wait_for(std::chrono::milliseconds(10)));
    });
  };
  invoke(p, [&](auto& here) {
    for (int n = 0; n != 1000; ++n) run(here, false);
    run(here, true);
  });
  EXPECT_TRUE(helped.happened());
  EXPECT_LE(calls, 34) << "a look after 32, or a few more while help comes";
}

/// Then the next one is offered at once again.
TEST(a_loop_by_a_context, of_a_kind_that_was_fast_and_is_not_any_more) {
  thread_pool p({.capacity = 3});
  std::atomic<int> met{0};
  event all;
  enum class length { none, some, until_all_have_met };
  const auto run = [&](auto& here, int n, length each) {
    for_each_index(here, 0, n, [&, each](int) {
      const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
      while (each == length::some && std::chrono::steady_clock::now() < until) continue;
      if (each != length::until_all_have_met) return;
      if (met.fetch_add(1) == 3) all.set();
      EXPECT_TRUE(all.wait_for(std::chrono::seconds(2)));
    });
  };
  invoke(p, [&](auto& here) {
    for (int n = 0; n != 1000; ++n) run(here, 12, length::none);
    run(here, 100, length::some);
    run(here, 4, length::until_all_have_met);
  });
}

TEST(a_loop_by_a_context, is_stopped_after_its_first_block_though_all_before_was_fast) {
  thread_pool p({.capacity = 1});
  p.shutdown();  // the caller calls all
  for (const int n : {9, 32, 33, 100, 127}) {
    std::stop_source stop;
    int calls = 0;
    invoke(p, [&](auto& here) {
      while (here.may_promote_at_once(4)) {
      }  // so that few elements get no thread each
      be_fast(here);
      EXPECT_FALSE(for_each_index(
          here, 0, n,
          [&](int) {
            ++calls;
            stop.request_stop();
          },
          stop.get_token()));
    });
    EXPECT_LE(calls, n <= 64 ? 8 : n / 8) << n;
  }
}

TEST(a_loop_by_a_context, of_a_few_indices_gives_each_its_thread_though_others_did_just_before) {
  thread_pool p({.capacity = 3});
  std::atomic<int> met{0};
  event all;
  invoke(p, [&](auto& here) {
    for_each_index(here, 0, 4, [](int) {});
    for_each_index(here, 0, 4, [&](int) {
      if (met.fetch_add(1) == 3) all.set();
      EXPECT_TRUE(all.wait_for(std::chrono::seconds(2)));
    });
  });
}

/// Not a part of the inner loop, which is small.
TEST(a_loop_over, elements_that_run_loops_gives_its_rest_away_during_an_element) {
  thread_pool p({.capacity = 1});
  const auto caller = std::this_thread::get_id();
  for (const int n : {2, 12, 33, 100}) {
    event helped;
    int calls = 0;
    invoke(p, [&](auto& mine) {
      while (mine.may_promote_at_once(4)) {
      }  // so that few elements get no thread each
      for_each_index(mine, 0, n, [&](auto& here, int) {
        if (std::this_thread::get_id() != caller) return helped.set();
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        if (++calls > 1) return;
        while (!helped.happened() && std::chrono::steady_clock::now() < until) for_each_index(here, 0, 3, [](int) {});
      });
    });
    EXPECT_TRUE(helped.happened()) << n;
  }
}

/// Parts of the range are given away while another part is being added up.
TEST(a_loop_over, elements_that_run_loops_joins_its_parts_in_their_order) {
  thread_pool p({.capacity = 3});
  std::string letters(200, 'a');
  for (std::size_t n = 0; n != letters.size(); ++n) letters[n] = static_cast<char>('a' + n % 26);
  for (int round = 0; round != 50; ++round) {
    const auto slow = [](auto& here, char letter) {
      for (int n = 0; n != 100; ++n) for_each_index(here, 0, 10, [](int) {});
      return std::string(1, letter);
    };
    EXPECT_EQ(transform_reduce(p, letters, std::string(), std::plus<>(), slow), letters);
  }
}

TEST(a_loop_over, elements_that_run_loops_is_stopped_before_the_next_one) {
  thread_pool p({.capacity = 1});
  p.shutdown();
  std::stop_source stop;
  int calls = 0;
  EXPECT_FALSE(for_each_index(
      p, 0, 100'000,
      [&](auto& here, int) {
        for_each_index(here, 0, 3, [](int) {});
        if (++calls == 5000) stop.request_stop();
      },
      stop.get_token()));
  EXPECT_EQ(calls, 5000);
}

}  // namespace
}  // namespace weir::tests

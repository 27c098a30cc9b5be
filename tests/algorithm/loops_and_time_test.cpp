// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each.hpp>
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/pool.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// The only worker of a pool is busy, so that calls for help stay in the queue. Elements take the time that the test says.
class a_timed_loop : public testing::Test {
 protected:
  void SetUp() override { busy_.occupy(p); }

  static void take(std::chrono::nanoseconds d) { manual_clock::clock::advance(d); }
  /// How many calls for help there have been since this was asked last. They are dropped.
  std::size_t calls_for_help() { return p.purge().size(); }
  /// Lets another thread do what the calls for help ask for.
  void help() {
    for (auto& each : p.purge()) std::thread([&] { each(); }).join();
  }
  /// Calls `f` with a context by which all was fast so far, and which promotes no few parts at once for now.
  template <class F>
  void in_a_fast_context(F f) {
    invoke(p, [&](fork_context<pool<manual_clock>>& here) {
      while (here.may_promote_at_once(4)) {
      }
      do static_cast<void>(here.tick(1));
      while (here.ticks_left() != here.ticks_of_forks);
      f(here);
    });
  }

  pool<manual_clock> p{{.capacity = 1}};

 private:
  hold busy_;
};

TEST_F(a_timed_loop, of_few_elements_calls_for_help_at_once_and_of_more_not_before_one_was_long) {
  for (const int n : {2, 31, 32}) {
    for_each_index(p, 0, n, [](int) { take(1ms); });
    EXPECT_EQ(calls_for_help(), 1u) << n;
  }
  for (const int n : {0, 1, 33, 34, 1000}) {
    for_each_index(p, 0, n, [](int) {});
    EXPECT_EQ(calls_for_help(), 0u) << n;
  }
}

TEST_F(a_timed_loop, calls_for_help_when_its_first_element_shows_that_10_us_are_left) {
  for (const auto d : {310ns, 313ns}) {
    for_each_index(p, 0, 33, [d](int i) { take(i == 0 ? d : 0ns); });  // 32 are left
    EXPECT_EQ(calls_for_help(), d * 32 >= 10us ? 1u : 0u);
  }
}

TEST_F(a_timed_loop, calls_for_no_help_with_its_last_element) {
  for (const int longest : {30, 31, 32}) {
    for_each_index(p, 0, 33, [longest](int i) { take(i == longest ? 1ms : 0ms); });
    EXPECT_EQ(calls_for_help(), longest == 30 ? 1u : 0u);  // a single one is not worth it
  }
}

TEST_F(a_timed_loop, calls_for_no_help_after_an_element_threw) {
  EXPECT_THROW(for_each_index(p, 0, 33,
                              [](int) {
                                take(1ms);
                                throw 1;
                              }),
               int);
  EXPECT_EQ(calls_for_help(), 0u);
}

TEST_F(a_timed_loop, has_blocks_of_at_most_an_eighth_of_what_is_left) {
  constexpr int n = 800;
  for (int stopped_at = 1; stopped_at <= n; ++stopped_at) {
    std::stop_source stop;
    int calls = 0;
    const bool all = for_each_index(
        p, 0, n, [&](int) { static_cast<void>(++calls == stopped_at && stop.request_stop()); }, stop.get_token());
    const int before = stopped_at - 1;
    EXPECT_LE(calls, before + std::max(n / 32, (n - before) / 8));
    EXPECT_EQ(all, calls == n);
  }
}

TEST_F(a_timed_loop, in_the_first_half_of_a_fork_hands_the_second_half_to_others_first) {
  bool second_called = false;
  bool second_called_by_another = false;
  invoke(
      p,
      [&](auto& here) {
        for_each_index(here, 0, 1000, [&](int i) {
          if (i == 0) take(1ms);
          if (i != 400) return;
          help();
          second_called_by_another = second_called;
        });
      },
      [&](auto&) { second_called = true; });
  EXPECT_TRUE(second_called_by_another);
}

TEST_F(a_timed_loop, that_was_fast_leaves_a_context_that_notices_long_forks) {
  invoke(p, [&](auto& here) {
    for_each_index(here, 0, 1'000'000, [](int) {});
    EXPECT_EQ(calls_for_help(), 0u);
    for (int round = 0; round != 200; ++round)
      invoke(
          here, [](auto&) { take(100us); }, [](auto&) {});
    EXPECT_EQ(calls_for_help(), 1u);
  });
}

TEST_F(a_timed_loop, by_a_context_of_a_few_elements_calls_for_help_after_many_loops_of_one) {
  invoke(p, [&](auto& here) {
    for (int round = 0; round != 100; ++round) for_each_index(here, 0, 1, [](int) {});
    EXPECT_EQ(calls_for_help(), 0u);
    for_each_index(here, 0, 4, [](int) {});
    EXPECT_EQ(calls_for_help(), 1u);
  });
}

TEST_F(a_timed_loop, by_a_context_of_a_few_elements_that_are_long_calls_for_help_though_others_did_just_before) {
  invoke(p, [&](auto& here) {
    while (here.may_promote_at_once(4)) {
    }
    for_each_index(here, 0, 8, [](int) { take(1ms); });
    EXPECT_EQ(calls_for_help(), 1u);
  });
}

TEST_F(a_timed_loop, by_a_context_calls_each_index_once) {
  in_a_fast_context([](auto& here) {
    for (const int n : {0, 1, 2, 7, 8, 9, 32, 33, 1000}) {
      std::vector<int> calls(static_cast<std::size_t>(n));
      EXPECT_TRUE(for_each_index(here, 0, n, [&](int i) { ++calls[static_cast<std::size_t>(i)]; }));
      EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(n), 1));
    }
  });
}

TEST_F(a_timed_loop, of_8_fast_elements_by_a_context_is_one_block) {
  in_a_fast_context([](auto& here) {
    std::stop_source stop;
    int calls = 0;
    EXPECT_TRUE(for_each_index(
        here, 0, 8, [&](int) { static_cast<void>(++calls == 1 && stop.request_stop()); }, stop.get_token()));
    EXPECT_EQ(calls, 8);
  });
}

TEST_F(a_timed_loop, by_a_context_begins_no_element_after_a_stop_and_says_whether_there_was_one) {
  in_a_fast_context([](auto& here) {
    std::stop_source stop;
    stop.request_stop();
    const std::vector<int> v(8);
    int calls = 0;
    for (std::size_t n = 0; n <= v.size(); ++n)
      EXPECT_EQ(for_each(
                    here, std::span(v).first(n), [&](int) { ++calls; }, stop.get_token()),
                n == 0);
    EXPECT_EQ(calls, 0);
  });
}

TEST_F(a_timed_loop, by_a_context_over_no_element_calls_nothing) {
  in_a_fast_context([](auto& here) {
    const std::vector<int> v(8, 1);
    int calls = 0;
    const auto f = [&](int x) {
      ++calls;
      return x;
    };
    EXPECT_EQ(transform_reduce(here, std::span(v).first(0), 5, std::plus<>(), f), 5);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(transform_reduce(here, std::span(v), 5, std::plus<>(), f), 13);
    EXPECT_EQ(calls, 8);
  });
}

}  // namespace
}  // namespace weir::tests

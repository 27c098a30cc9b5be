// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/invoke.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>

#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <tuple>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using counted = pool<manual_clock, observer::counters>;
using context = fork_context<counted>;

constexpr std::chrono::nanoseconds heartbeat = 20us;

/// The caller of an algorithm on a pool that gives no help: each promotion is a call for help that is refused.
class heartbeats : public testing::Test {
 protected:
  heartbeats() { p.shutdown(); }

  /// The ticks until the next look at the clock pass, and so much time. True: something should be promoted.
  static bool look(context& any, std::chrono::nanoseconds after, std::size_t rest = 0) {
    manual_clock::clock::advance(after);
    return rest == 0 ? any.tick(any.ticks_left()) : any.tick_elements(any.ticks_left(), rest, nullptr);
  }
  bool look(std::chrono::nanoseconds after, std::size_t rest = 0) { return look(here, after, rest); }
  [[nodiscard]] auto promotions() { return p.stats().refused; }

  counted p{{.capacity = 1}};
  engine::unrolled_context<counted> own{p};
  context& here = own;
};

TEST_F(heartbeats, come_every_20_us_of_forks) {
  EXPECT_FALSE(look(heartbeat - 1ns));
  EXPECT_FALSE(here.takes_due());
  EXPECT_TRUE(look(1ns));
  EXPECT_TRUE(here.takes_due());
  EXPECT_FALSE(here.takes_due());
  EXPECT_FALSE(look(heartbeat - 1ns));
  EXPECT_TRUE(look(1ns));
}

TEST_F(heartbeats, of_a_loop_come_at_first_when_10_us_of_work_are_left) {
  EXPECT_FALSE(look(2us, 4));
  EXPECT_TRUE(look(2us, 5));
}

TEST_F(heartbeats, of_a_loop_that_has_called_for_help_come_after_5_us_when_4_us_of_work_are_left) {
  const auto promote_one = [](context& any) { any.fork([](context&) {}, [](context&) {}, true); };
  promote_one(here);
  EXPECT_EQ(here.ticks_left(), 8u);
  EXPECT_FALSE(look(5us - 1ns, 1000 * 8));
  EXPECT_TRUE(look(1ns, 4000 * 8));
  engine::unrolled_context<counted> other(p);
  promote_one(other);
  EXPECT_EQ(other.ticks_left(), 8u);
  EXPECT_FALSE(look(other, 5us, 8 * 4 / 5));
  engine::unrolled_context<counted> third(p);
  promote_one(third);
  EXPECT_TRUE(look(third, 5us, 8 * 4 / 5 + 1));
}

TEST_F(heartbeats, are_over_when_a_job_was_promoted) {
  here.fork(
      [&](context& mine) {
        EXPECT_TRUE(look(heartbeat));
        mine.promote_oldest();
        EXPECT_FALSE(mine.takes_due());
        EXPECT_EQ(promotions(), 1u);
      },
      [](context&) {});
}

TEST_F(heartbeats, are_looked_for_on_the_way_to_the_second_fork) {
  here.fork(
      [&](context& mine) {
        manual_clock::clock::advance(heartbeat);
        mine.fork([&](context&) { EXPECT_EQ(promotions(), 1u); }, [](context&) {});
        EXPECT_FALSE(mine.keeps_jobs()) << "the older one was promoted";
      },
      [](context&) {});
}

TEST_F(heartbeats, are_not_looked_for_at_each_fork_once_forks_were_fast) {
  EXPECT_FALSE(look(0ns));
  here.fork(
      [&](context& mine) {
        manual_clock::clock::advance(heartbeat);
        mine.fork([&](context&) { EXPECT_EQ(promotions(), 0u); }, [](context&) {});
      },
      [](context&) {});
}

TEST_F(heartbeats, are_looked_for_when_the_ticks_have_passed) {
  EXPECT_FALSE(here.tick(1));
  const std::size_t ticks = here.ticks_left();
  EXPECT_GT(ticks, 1u);
  manual_clock::clock::advance(heartbeat);
  for (std::size_t left = ticks - 1; left != 0; --left) {
    EXPECT_FALSE(here.tick(1));
    EXPECT_EQ(here.ticks_left(), left);
  }
  EXPECT_TRUE(here.tick(1));
}

TEST_F(heartbeats, are_looked_for_more_or_less_often_the_longer_the_ticks_took) {
  constexpr std::size_t forks = 0;
  constexpr std::size_t loop = 1000;
  struct row {
    std::size_t ticks;
    std::chrono::nanoseconds took;
    std::size_t rest;
    std::size_t next;
  };
  constexpr row rows[] = {
      {1, 0ns, forks, 8},
      {1, heartbeat / 128 - 1ns, forks, 8},
      {1, heartbeat / 128, forks, 2},
      {7, heartbeat / 16 - 1ns, forks, 14},
      {8, heartbeat / 16 - 1ns, forks, 64},
      {1, heartbeat / 16 - 1ns, loop, 8},
      {16, 0ns, forks, context::ticks_of_forks},
      {7, heartbeat / 16, forks, 7},
      {64, heartbeat / 2, forks, 64},
      {64, heartbeat / 2 + 1ns, forks, 16},
      {3, heartbeat / 2 + 1ns, forks, 1},
  };
  for (const row& each : rows) {
    engine::unrolled_context<counted> any(p);
    any.delay_look(each.ticks);
    EXPECT_EQ(any.ticks_left(), each.ticks);
    look(any, each.took, each.rest);
    EXPECT_EQ(any.ticks_left(), each.next) << "after " << each.ticks << " ticks in " << each.took.count() << " ns";
  }
}

TEST_F(heartbeats, are_looked_for_after_at_most_so_many_ticks_from_then_on) {
  here.delay_look(100);
  here.limit_ticks(5);
  EXPECT_EQ(here.ticks_left(), 5u);
  look(heartbeat / 4);
  EXPECT_EQ(here.ticks_left(), 5u);
  look(0ns);
  EXPECT_EQ(here.ticks_left(), 5u);
}

TEST_F(heartbeats, are_looked_for_after_at_least_so_many_ticks_if_these_are_not_slow) {
  here.delay_look(16);
  EXPECT_EQ(here.ticks_left(), 16u);
  look(heartbeat / 4);
  EXPECT_EQ(here.ticks_left(), 16u);
}

TEST_F(heartbeats, do_not_come_while_no_time_passes) {
  here.fork(
      [&](context& mine) {
        for (int n = 0; n != 1000; ++n) mine.fork([](context&) {}, [](context&) {});
        EXPECT_TRUE(mine.keeps_jobs());
      },
      [](context&) {});
  EXPECT_EQ(promotions(), 0u);
}

TEST_F(heartbeats, find_two_jobs_at_most_that_a_thread_keeps) {
  const auto nothing = [](context&) {};
  const auto third = [](context& mine) {
    mine.promote_oldest();
    mine.promote_oldest();
    EXPECT_FALSE(mine.keeps_jobs());
  };
  const auto second = [&](context& mine) {
    EXPECT_TRUE(mine.keeps_enough());
    invoke(mine, third, nothing);
  };
  const auto first = [&](context& mine) {
    EXPECT_FALSE(mine.keeps_enough());
    invoke(mine, second, nothing);
  };
  invoke(here, first, nothing);
  EXPECT_EQ(promotions(), 2u);
}

TEST_F(heartbeats, find_one_job_while_forks_are_fast_until_one_was_promoted) {
  const auto nothing = [](context&) {};
  EXPECT_FALSE(look(0ns));
  const auto one_is_enough = [&](context& mine) {
    EXPECT_TRUE(mine.keeps_enough());
    mine.promote_oldest();
  };
  invoke(here, one_is_enough, nothing);
  EXPECT_EQ(promotions(), 1u);
  EXPECT_FALSE(look(0ns));
  const auto second = [](context& mine) { EXPECT_TRUE(mine.keeps_enough()); };
  const auto first = [&](context& mine) {
    EXPECT_FALSE(mine.keeps_enough());
    invoke(mine, second, nothing);
  };
  invoke(here, first, nothing);
}

TEST_F(heartbeats, are_not_waited_for_by_plain_callables_up_to_a_rate) {
  for (int n = 0; n != 100; ++n) invoke(here, [] {});  // alone, it takes nothing of the rate
  for (int n = 0; n != 100; ++n)
    invoke(
        here, [] {}, [] {});
  const auto burst = promotions();
  EXPECT_GE(burst, 32u / 2);
  EXPECT_LE(burst, 32u / 2 + 1);
  manual_clock::clock::advance(10 * heartbeat);
  for (int n = 0; n != 100; ++n)
    invoke(
        here, [] {}, [] {});
  EXPECT_EQ(promotions() - burst, 10u / 2);
}

TEST_F(heartbeats, are_waited_for_by_callables_that_take_a_context) {
  invoke(
      here, [](context&) {}, [](context&) {});
  invoke(
      here, [](context&) {}, [] {});
  EXPECT_EQ(promotions(), 0u);
}

/// Forks to this depth, each with a first half that does nothing.
template <class Context>
void forks_of_depth(Context& any, int depth) {
  if (depth != 0)
    invoke(
        any, [](auto&) {}, [depth](auto& next) { forks_of_depth(next, depth - 1); });
}

TEST_F(heartbeats, are_counted_at_every_fourth_level_while_forks_are_fast) {
  EXPECT_FALSE(look(0ns));
  here.fork(
      [](context& mine) {
        EXPECT_TRUE(mine.may_unroll());
        for (const int depth : {1, 4, 5, 8, 9}) {
          const std::size_t before = mine.ticks();
          forks_of_depth(mine, depth);
          EXPECT_EQ(mine.ticks() - before, 4u * static_cast<unsigned>((depth + 3) / 4)) << "to a depth of " << depth;
        }
      },
      [](context&) {});
}

/// The same, with results; of the first half there is one in every second fork.
template <class Context>
int leaves_of_depth(Context& any, int depth, int& others) {
  if (depth == 0) return 1;
  const auto rest = [depth, &others](auto& next) { return leaves_of_depth(next, depth - 1, others); };
  if (depth % 2 == 0)
    return std::get<1>(invoke(
        any, [&](auto&) { ++others; }, rest));
  const auto [first, second] = invoke(
      any, [](auto&) { return 1; }, rest);
  return first + second;
}

TEST_F(heartbeats, are_counted_at_every_fourth_level_of_forks_that_have_results) {
  EXPECT_FALSE(look(0ns));
  here.fork(
      [](context& mine) {
        for (const int depth : {1, 4, 5, 8, 9}) {
          const std::size_t before = mine.ticks();
          int others = 0;
          EXPECT_EQ(leaves_of_depth(mine, depth, others) + others, 1 + depth);
          EXPECT_EQ(mine.ticks() - before, 4u * static_cast<unsigned>((depth + 3) / 4)) << "to a depth of " << depth;
        }
      },
      [](context&) {});
}

TEST_F(heartbeats, are_counted_at_every_level_while_forks_are_slow_or_not_known) {
  const auto expect_all = [](context& mine) {
    mine.fork(
        [](context& any) {
          EXPECT_TRUE(any.keeps_enough());
          EXPECT_FALSE(any.may_unroll());
          const std::size_t before = any.ticks();
          any.delay_look(8);
          forks_of_depth(any, 5);
          EXPECT_EQ(any.ticks() - before, 5u);
        },
        [](context&) {});
  };
  here.fork(expect_all, [](context&) {});
  EXPECT_FALSE(look(heartbeat / 2 + 1ns));
  here.fork(expect_all, [](context&) {});
}

}  // namespace
}  // namespace weir::tests

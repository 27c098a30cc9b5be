// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/timers.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

// What needs an exact clock: virtual time stands still while any thread can run.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;
using pool_of_one = light_pool<simulated>;
using time_point = simulated::clock::time_point;

constexpr auto tick = 66us;  // how late a timer may be

bool punctual(time_point due) {
  const auto late = simulated::clock::now() - due;
  return late >= 0ns && late <= tick;
}

TEST(a_delayed_post, is_called_in_time) {
  EXPECT_EQ(under_many_schedules([] {
              pool_of_one p{{.capacity = 3, .carriers = 1}};
              const auto began = simulated::clock::now();
              int called = 0;
              for (const auto d : {10ms, 1ms, 5ms}) {
                const auto due = began + d;
                const auto answer = post_after(p, due - simulated::clock::now(), [&called, due] {
                  simulated::check(punctual(due), "neither early nor late");
                  ++called;
                });
                simulated::check(answer == post_result::accepted, "there is room");
              }
              p.wait_idle();
              simulated::check(called == 3, "once each");
            }),
            "");
}

/// The instants, in milliseconds after the first one, of the first calls of what is called each 10 ms, when calls take as long as that.
std::vector<std::chrono::milliseconds> row(std::vector<std::chrono::nanoseconds> take) {
  std::vector<std::chrono::milliseconds> called;
  pool_of_one p{{.capacity = 1, .carriers = 1}};
  const auto first = simulated::clock::now() + 10ms;
  std::optional<repetition<pool_of_one>> r;
  r.emplace(post_every(p, 10ms, [&] {
    const auto now = simulated::clock::now();
    const auto at = std::chrono::floor<std::chrono::milliseconds>(now - first);
    simulated::check(punctual(first + at), "neither early nor late");
    const auto duration = take[called.size()];
    called.push_back(at);
    if (called.size() == take.size()) return r->stop();
    simulated::sleep_for(first + at + duration - now);
  }));
  r->wait();
  return called;
}

TEST(a_repetition, does_not_drift) {
  EXPECT_EQ(under_many_schedules([] {
              const auto called = row({0ms, 3ms, 9ms, 0ms});
              simulated::check(called == std::vector{0ms, 10ms, 20ms, 30ms}, "each 10 ms from the first on");
            }),
            "");
}

TEST(a_repetition, leaves_out_what_has_passed_and_nothing_else) {
  EXPECT_EQ(under_many_schedules([] {
              const auto called = row({10ms, 25ms, 20ms, 0ms});
              simulated::check(called == std::vector{0ms, 10ms, 40ms, 60ms}, "a time that has just come has not passed");
            }),
            "");
}

TEST(a_repetition, that_is_destroyed_does_not_wait_for_the_next_time) {
  EXPECT_EQ(under_many_schedules([] {
              pool_of_one p{{.capacity = 1, .carriers = 1}};
              int called = 0;
              const auto began = simulated::clock::now();
              {
                const auto r = post_every(p, 10ms, [&] { ++called; });
                simulated::sleep_for(35ms);
              }
              p.wait_idle();
              simulated::check(simulated::clock::now() == began + 35ms, "its sleep was called off");
              simulated::check(called == 3, "at 10, 20 and 30 ms");
            }),
            "");
}

// The carrier is busy when the time comes, and free when the repetition is destroyed: the two meet.
TEST(a_repetition, that_is_destroyed_when_a_call_begins_is_called_before_that_or_never) {
  bool one_was_called = false;
  bool one_was_not = false;
  EXPECT_EQ(under_many_schedules([&] {
              pool_of_one p{{.capacity = 2, .carriers = 1}};
              const auto meet = simulated::clock::now() + 20ms;
              const auto until_then = [meet] { simulated::sleep_for(meet - simulated::clock::now()); };
              bool called = false;
              bool gone = false;
              {
                const auto r = post_every(p, 10ms, [&] {
                  simulated::check(!gone, "nobody begins to call it");
                  simulated::sleep_for(1ms);
                  simulated::check(!gone, "nobody has left it to itself");
                  called = true;
                });
                simulated::check(p.post(until_then) == post_result::accepted, "there is room");
                until_then();
              }
              gone = true;
              (called ? one_was_called : one_was_not) = true;
              p.wait_idle();
            }),
            "");
  EXPECT_TRUE(one_was_called && one_was_not) << "they have met";
}

/// The instants after the first one at which it is called, in order; each call takes 3 ms.
std::vector<std::chrono::nanoseconds> calls(const every& when, std::size_t most) {
  std::vector<std::chrono::nanoseconds> called;
  pool_of_one p{{.capacity = 1, .carriers = 1}};
  const auto began = simulated::clock::now();
  std::optional<repetition<pool_of_one>> r;
  r.emplace(post_every(p, when, [&] {
    called.push_back(simulated::clock::now() - began);
    if (called.size() == most) return r->stop();
    simulated::sleep_for(3ms);
  }));
  r->wait();
  return called;
}

TEST(a_repetition, begins_when_it_was_told_to) {
  for (const std::chrono::nanoseconds first : {0ms, 4ms, 25ms})
    EXPECT_EQ(under_many_schedules([first] {
                const auto called = calls({.period = 10ms, .first = first}, 3);
                for (std::size_t n = 0; n != 3; ++n) {
                  const auto late = called[n] - first - n * 10ms;
                  simulated::check(late >= 0ns && late <= tick, "each 10 ms from the first instant on, neither early nor late");
                }
              }),
              "");
}

TEST(a_repetition, that_is_told_no_beginning_after_all_begins_after_the_period) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  every when{.period = 1h, .first = -1ns};
  when.first.reset();
  EXPECT_NO_THROW(static_cast<void>(post_every(p, when, [] {})));
}

TEST(a_repetition, with_a_fixed_delay_waits_from_the_end_of_a_call_on) {
  EXPECT_EQ(under_many_schedules([] {
              const auto called = calls({.period = 10ms, .fixed_delay = true}, 4);
              const auto late = called[0] - 10ms;
              simulated::check(late >= 0ns && late <= tick, "the first call comes after the period");
              for (std::size_t n = 1; n != 4; ++n) {
                const auto delay = called[n] - called[n - 1] - 3ms;
                simulated::check(delay >= 10ms && delay <= 10ms + tick, "the others the period after the end of the one before");
              }
            }),
            "");
}

TEST(a_repetition, with_a_fixed_delay_may_begin_at_once) {
  EXPECT_EQ(under_many_schedules([] {
              const auto called = calls({.period = 10ms, .first = 0s, .fixed_delay = true}, 2);
              simulated::check(called[0] <= tick && called[1] >= 13ms && called[1] <= 13ms + 2 * tick,
                               "first at once, then after the delay");
            }),
            "");
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"

#include <gtest/gtest.h>

#include <chrono>

// What needs an exact clock: virtual time stands still while any thread can run.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;

TEST(a_wait_without_time, is_answered_at_once) {
  EXPECT_EQ(under_many_schedules([] {
              door first;
              pool<simulated> p{{.capacity = 1}};
              static_cast<void>(p.try_post([&] { first.pass(); }));
              simulated::check(!p.join_for(0ns) && !p.wait_idle_for(0ns), "neither has come");
              first.open();
            }),
            "");
}

TEST(a_wait_with_a_deadline, ends_with_it_in_a_pool_without_threads) {
  EXPECT_EQ(under_many_schedules(
                [] {
                  pool<simulated> p{{.capacity = 1}};
                  static_cast<void>(p.post([]() -> basic_coroutine<void, simulated> { co_await sleep_for<simulated>(1s); }));
                  const auto begun = simulated::clock::now();
                  simulated::check(!p.wait_idle_for(1ms), "the coroutine sleeps");
                  simulated::check(simulated::clock::now() - begun == 1ms, "a caller that keeps the time keeps its own");
                },
                all_starts_from(1)),
            "");
}

TEST(workers_started_early, rest_from_their_start_on) {
  EXPECT_EQ(under_many_schedules([] {
              simulated::sleep_for(5s);
              pool<growth::prestart, expiry::after_idle, simulated> p{{.capacity = 2, .idle_after = 1s}};
              simulated::sleep_for(900ms);
              simulated::check(p.stats().workers == 2, "none has been idle for long enough");
              simulated::sleep_for(200ms);
              simulated::check(p.stats().workers == 0, "all have been idle for long enough");
            }),
            "");
}

TEST(workers_started_early, expire_although_others_are_busy) {
  EXPECT_EQ(under_many_schedules([] {
              door first;
              pool<growth::prestart, expiry::after_idle, simulated> p{{.capacity = 2, .min_workers = 1, .idle_after = 1s}};
              static_cast<void>(p.try_post([&] { first.pass(); }));
              simulated::sleep_for(10s);
              simulated::check(p.stats().workers == 1, "one that is idle is more than the minimum needs");
              first.open();
            }),
            "");
}

TEST(a_worker_that_was_called_for_nothing, has_been_idle_all_the_while) {
  EXPECT_EQ(under_many_schedules([] {
              pool<expiry::after_idle, simulated> p{{.capacity = 1, .idle_after = 1s}};
              p.run([] {});
              simulated::sleep_for(600ms);
              static_cast<void>(p.try_post([] {}));
              const bool for_nothing = p.purge().size() == 1;
              simulated::sleep_for(600ms);
              simulated::check(!for_nothing || p.stats().workers == 0, "looking around is no work");
            }),
            "");
}

TEST(an_aged_worker, leaves_though_it_is_the_last_one_and_idle) {
  EXPECT_EQ(under_many_schedules([] {
              int left = 0;
              pool<expiry::after_age, simulated> p{{.capacity = 1, .min_workers = 1, .max_age = 1s, .on_stop = [&] { ++left; }}};
              p.run([] {});
              simulated::sleep_for(1500ms);
              simulated::check(left == 1 && p.stats().workers == 1, "another one has taken its place");
            }),
            "");
}

}  // namespace
}  // namespace weir::tests

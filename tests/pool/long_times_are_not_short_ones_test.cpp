// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/timers.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <stdexcept>
#include <stop_token>
#include <string>

// A duration too long for the clock lasts for ever, and one before its beginning is over, whatever its unit. In virtual time, which can
// be waited for.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;
using clock = simulated::clock;
template <class Rep, class Period = std::ratio<1>>
using of = std::chrono::duration<Rep, Period>;
template <class Duration>
using at = std::chrono::time_point<clock, Duration>;
using one_place = pool<queue::bounded<1>, simulated>;

template <class F>
void for_each_long_time(F f) {
  f(std::chrono::nanoseconds::max());
  f(std::chrono::milliseconds::max());
  f(std::chrono::hours::max());
  f(std::chrono::hours(24 * 365 * 300));
  f(of<double>(1e300));
}
template <class F>
void for_each_time_that_is_over(F f) {
  f(-1ns);
  f(std::chrono::nanoseconds::min());
  f(std::chrono::hours::min());
  f(std::chrono::hours(-24 * 365 * 300));
  f(of<double>(-0.5));
  f(of<double>(std::numeric_limits<double>::quiet_NaN()));
}

// Not inlined: with a sanitizer's checks in it g++ takes what the constructor looks at for uninitialised.
[[gnu::noinline]] std::stop_source a_stop() { return std::stop_source(); }

void for_an_hour() { simulated::sleep_for(1h); }
/// A pool whose worker and only place are taken for an hour.
template <class Pool, class... Work>
void fill(Pool& p, Work... work) {
  static_cast<void>(p.post(work...));
  simulated::sleep_for(1s);  // until a worker has it
  static_cast<void>(p.post(work...));
}

template <class Program>
[[nodiscard]] std::string under_some_schedules(Program program) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const verify::outcome o = verify::world({.seed = seed}).run(program);
    if (!o.ok) return o.error;
  }
  return "";
}

template <class Pool>
void waits_until_idle_or_ended(Pool& p, auto d) {
  static_cast<void>(p.post(for_an_hour));
  simulated::check(p.wait_idle_for(d), "idle in the end");
  static_cast<void>(p.post(for_an_hour));
  simulated::check(p.wait_idle_until(at<decltype(d)>(d)), "idle in the end, by a coarse clock");
  static_cast<void>(p.post(for_an_hour));
  p.shutdown();
  const auto began = clock::now();
  simulated::check(bool(p.join_for(d)), "ended in the end");
  simulated::check(clock::now() - began >= 1h, "after its task");
  static_cast<void>(p.restart());
  static_cast<void>(p.post(for_an_hour));
  p.shutdown();
  simulated::check(bool(p.join_until(at<decltype(d)>(d))), "ended in the end, by a coarse clock");
}

TEST(a_long_wait, ends_with_what_it_waits_for) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                waits_until_idle_or_ended(p, d);
                multi_pool<pool<simulated>> m(2, {.capacity = 1});
                waits_until_idle_or_ended(m, d);
              });
            }),
            "");
}

TEST(a_long_wait, for_a_future_ends_with_its_task) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                simulated::check(p.submit(for_an_hour).wait_for(d), "the outcome comes");
                simulated::check(p.submit(for_an_hour).wait_until(at<decltype(d)>(d)), "the outcome comes, by a coarse clock");
              });
            }),
            "");
}

TEST(a_long_wait, for_room_ends_with_the_room) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                one_place p{{.capacity = 1}};
                fill(p, for_an_hour);
                simulated::check(p.post_for(d, [] {}) == post_result::accepted, "post_for");
                fill(p, for_an_hour);
                simulated::check(p.post_until(at<decltype(d)>(d), [] {}) == post_result::accepted, "post_until");
                multi_pool<one_place> m(1, {.capacity = 1});
                fill(m, for_an_hour);
                simulated::check(m.post_for(d, [] {}) == post_result::accepted, "multi_pool::post_for");
                fill(m, for_an_hour);
                simulated::check(m.post_until(at<decltype(d)>(d), [] {}) == post_result::accepted, "multi_pool::post_until");
                auto f = make_function_pool<queue::bounded<1>, simulated>([](int) { for_an_hour(); }, {.capacity = 1});
                fill(f, 1);
                simulated::check(f.post_for(d, 1) == post_result::accepted, "function_pool::post_for");
                f.wait_idle();
                fill(f, 1);
                simulated::check(f.post_until(at<decltype(d)>(d), 1) == post_result::accepted, "function_pool::post_until");
              });
            }),
            "");
}

TEST(a_wait_that_is_over, waits_for_nothing) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_time_that_is_over([](auto d) {
                one_place p{{.capacity = 1}};
                auto result = p.submit(for_an_hour);
                simulated::sleep_for(1s);
                static_cast<void>(p.post([] {}));
                multi_pool<one_place> m(1, {.capacity = 1});
                fill(m, for_an_hour);
                auto f = make_function_pool<queue::bounded<1>, simulated>([](int) { for_an_hour(); }, {.capacity = 1});
                fill(f, 1);
                const auto began = clock::now();
                simulated::check(!p.wait_idle_for(d) && !m.wait_idle_for(d) && !f.wait_idle_for(d), "not idle");
                simulated::check(!p.join_for(d) && !m.join_for(d) && !f.join_for(d), "not ended");
                simulated::check(!result.wait_for(d), "no outcome");
                simulated::check(p.post_for(d, [] {}) == post_result::timed_out, "post_for");
                simulated::check(m.post_for(d, [] {}) == post_result::timed_out, "multi_pool::post_for");
                simulated::check(f.post_for(d, 1) == post_result::timed_out, "function_pool::post_for");
                const at<decltype(d)> then(d);
                simulated::check(!p.wait_idle_until(then) && !m.wait_idle_until(then) && !f.wait_idle_until(then), "not idle then");
                simulated::check(!p.join_until(then) && !m.join_until(then) && !f.join_until(then), "not ended then");
                simulated::check(!result.wait_until(then), "no outcome then");
                simulated::check(p.post_until(then, [] {}) == post_result::timed_out, "post_until");
                simulated::check(clock::now() == began, "all of this takes no time");
              });
            }),
            "");
}

TEST(a_long_sleep, lasts_until_it_is_stopped) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                std::stop_source stop = a_stop();
                auto slept =
                    p.submit([&]() -> basic_coroutine<bool, simulated> { co_return co_await sleep_for<simulated>(d, stop.get_token()); });
                auto until = p.submit([&]() -> basic_coroutine<bool, simulated> {
                  co_return co_await sleep_until<simulated>(at<decltype(d)>(d), stop.get_token());
                });
                simulated::check(!slept.wait_for(1h) && !until.wait_for(1h), "it lasts");
                stop.request_stop();
                simulated::check(!slept.get() && !until.get(), "its time did not pass");
              });
            }),
            "");
}

TEST(a_sleep_that_is_over, takes_no_time) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_time_that_is_over([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                const auto began = clock::now();
                p.submit([&]() -> basic_coroutine<void, simulated> {
                   co_await sleep_for<simulated>(d);
                   co_await sleep_until<simulated>(at<decltype(d)>(d));
                   simulated::check(co_await sleep_for<simulated>(d, std::stop_token()), "its time has passed");
                 }).get();
                simulated::check(clock::now() - began <= 200us, "a tick for each at most");
              });
            }),
            "");
}

TEST(a_post_after_a_long_time, does_not_run) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                std::stop_source stop = a_stop();
                int ran = 0;
                static_cast<void>(post_after(
                    p, d, [&] { ++ran; }, stop.get_token()));
                auto r = post_every(p, d, [&] { ++ran; });
                simulated::sleep_for(1h);
                simulated::check(ran == 0, "neither has come");
                stop.request_stop();
                r.stop();
                p.wait_idle();
                simulated::check(ran == 0, "nor comes");
              });
            }),
            "");
}

TEST(a_post_after_a_time_that_is_over, runs_and_a_period_that_is_over_is_refused) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_time_that_is_over([](auto d) {
                pool<simulated> p{{.capacity = 1}};
                int ran = 0;
                static_cast<void>(post_after(p, d, [&] { ++ran; }));
                p.wait_idle();
                simulated::check(ran == 1, "it has run");
                bool refused = false;
                try {
                  static_cast<void>(post_every(p, d, [&] { ++ran; }));
                } catch (const std::invalid_argument&) {
                  refused = true;
                }
                simulated::check(refused, "there is no such period");
              });
            }),
            "");
}

template <class Expiry>
void keeps_its_worker(auto d) {
  pool<Expiry, simulated> p{{.capacity = 1, .idle_after = d, .max_age = d}};
  p.run([] {});
  simulated::sleep_for(24h * 365);
  simulated::check(p.stats().workers == 1, "it is still there");
}

TEST(a_worker_that_may_stay_for_long, stays) {
  EXPECT_EQ(under_some_schedules([] {
              for_each_long_time([](auto d) {
                keeps_its_worker<expiry::after_idle>(d);
                keeps_its_worker<expiry::after_age>(d);
                keeps_its_worker<expiry::one_per_period>(d);
              });
            }),
            "");
}

}  // namespace
}  // namespace weir::tests

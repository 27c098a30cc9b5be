// SPDX-License-Identifier: Apache-2.0
// An idle worker that keeps the time wakes without being called. It stays in the pool, or another one keeps the time from then on.
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/slow_wake.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using P = manual_clock;

/// parking::park, which says when a worker sleeps until a time, and when it sleeps once more after that time has come.
struct says_how_it_sleeps : parking::park {
  static inline std::optional<event> has_a_time, sleeps_on;
  template <class Platform>
  class on : parking::park::on<Platform> {
    using base = parking::park::on<Platform>;

   public:
    void park() {
      begin();
      base::park();
    }
    bool park_until(typename Platform::clock::time_point t) {
      begin();
      has_a_time->set();
      const bool came = base::park_until(t);
      time_came_ = !came;
      return came;
    }
    using base::unpark;

   private:
    void begin() {
      if (std::exchange(time_came_, false)) sleeps_on->set();
    }
    bool time_came_ = false;
  };
};

TEST(a_worker_that_keeps_the_time, stays_idle_when_that_comes_and_the_coroutine_has_ended) {
  says_how_it_sleeps::has_a_time.emplace();
  says_how_it_sleeps::sleeps_on.emplace();
  pool<P, queue::none, growth::prestart, says_how_it_sleeps> p{{.capacity = 2}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  std::stop_source awake;
  give(p, [&]() -> basic_coroutine<void, P> { co_await sleep_for<P>(1h, awake.get_token()); });
  EXPECT_TRUE(says_how_it_sleeps::has_a_time->wait_for());
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 2; }));  // the other worker is called first
  awake.request_stop();
  EXPECT_TRUE(p.wait_idle_for(patience));
  P::clock::advance(2h);
  EXPECT_TRUE(says_how_it_sleeps::sleeps_on->wait_for()) << "the worker has left";
  EXPECT_EQ(p.stats().workers, 2U);
}

/// Stops one thread between its wake-up and its look.
struct stops_one : stopping_park<stops_one> {
  static inline std::atomic<std::thread::id> which;
  static inline gate woken;
  static void stop_here() {
    if (std::this_thread::get_id() == which) woken.pass();
  }
};

// Both workers wake because that is one too many, and the timekeeper retires first.
TEST(a_worker_that_keeps_the_time, calls_another_to_keep_it_when_it_must_leave) {
  pool<P, expiry::after_idle, growth::prestart, stops_one> p{{.capacity = 2, .idle_after = 100h}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  std::atomic<std::thread::id> other;
  event woke;
  give(p, [&]() -> basic_coroutine<void, P> {
    other = std::this_thread::get_id();
    co_await sleep_for<P>(1h);
    woke.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 2; }));
  stops_one::which = other.load();
  stops_one::woken.close();
  p.resize(0, 1);
  EXPECT_TRUE(stops_one::woken.reached());
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  stops_one::woken.open();
  P::clock::advance(2h);
  EXPECT_TRUE(woke.wait_for());
}

}  // namespace
}  // namespace weir::tests

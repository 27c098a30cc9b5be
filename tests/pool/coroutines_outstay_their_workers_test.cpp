// SPDX-License-Identifier: Apache-2.0
// Workers of a pool of threads start and retire; coroutines that wait stay, and are always resumed by some worker.
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// Coroutines that wait until they are let go.
struct sleepers {
  std::stop_source stopper;
  tally asleep;
  tally woken;

  template <class Pool>
  void lie_down(Pool& p, int how_many) {
    const int before = asleep.count();
    for (int n = 0; n != how_many; ++n) {
      give(p, [this]() -> coroutine<> {
        asleep.add();
        static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
        woken.add();
      });
    }
    ASSERT_TRUE(asleep.reaches(before + how_many));
  }
};

TEST(a_resize, leaves_coroutines_that_wait_alone) {
  thread_pool p({.capacity = 4});
  sleepers all;
  all.lie_down(p, 100);
  std::atomic<bool> over = false;
  std::vector<future<void>> short_ones;
  for (int n = 0; n != 20; ++n) {
    short_ones.push_back(p.submit([&]() -> coroutine<> {
      while (!over) co_await sleep_for(100us);
    }));
  }
  for (const unsigned capacity : {1U, 3U, 2U, 4U, 1U}) {
    p.resize(0, capacity);
    EXPECT_TRUE(eventually([&] { return p.stats().workers <= capacity; }));
    ASSERT_TRUE(p.submit([]() -> coroutine<> { co_await sleep_for(300us); }).wait_for(patience)) << "with " << capacity;
  }
  over = true;
  for (auto& each : short_ones) EXPECT_TRUE(each.wait_for(patience));
  EXPECT_EQ(all.woken.count(), 0);
  all.stopper.request_stop();
  p.wait_idle();
  EXPECT_EQ(all.woken.count(), 100);
}

TEST(a_sleep, is_ended_by_a_new_worker_where_the_only_one_blocks_though_there_are_few_tasks) {
  pool<growth::on_backlog<100>> p({.capacity = 1});
  event woken, over;
  {
    const auto both = p.pause();
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(20ms);
      woken.set();
    });
    give(p, [&] {
      blocking_region(p, [&] { EXPECT_TRUE(woken.wait_for()); });
      over.set();
    });
  }
  EXPECT_TRUE(over.wait_for(2 * patience));
}

/// A coroutine of `home` that goes `away` and begins a sleep there when it is let go.
template <class Home>
auto sleeps_away(Home& home, thread_pool& away, event& there, event& go) {
  return home.submit([&]() -> coroutine<> {
    static_cast<void>(co_await away.schedule());
    there.set();
    go.wait();
    co_await sleep_for(1ms);
  });
}

TEST(a_sleep_that_begins_elsewhere, ends_when_the_only_carrier_at_home_is_free) {
  thread_pool away({.capacity = 1});
  light_pool<> home({.capacity = 2, .carriers = 1});
  event there, go;
  auto visits = sleeps_away(home, away, there, go);
  ASSERT_TRUE(there.wait_for());
  hold busy;
  busy.occupy(home);
  go.set();
  away.wait_idle();
  busy.release();
  EXPECT_TRUE(visits.wait_for(patience));
}

TEST(a_sleep_that_begins_elsewhere, is_ended_by_a_new_worker_where_all_others_are_busy) {
  thread_pool away({.capacity = 1});
  thread_pool home({.capacity = 2});
  event there, go;
  auto visits = sleeps_away(home, away, there, go);
  ASSERT_TRUE(there.wait_for());
  ASSERT_TRUE(eventually([&] { return home.stats().idle == 1; }));
  hold busy;
  busy.occupy(home);
  go.set();
  EXPECT_TRUE(visits.wait_for(patience));
}

// No other worker would notice that their time has come.
template <class Pool>
void keeps_one_worker_for_its_sleepers(const options& o) {
  Pool p(o);
  sleepers all;
  all.lie_down(p, 10);
  for (int n = 0; n != 4; ++n) give(p, [] {});
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  auto soon = p.submit([]() -> coroutine<> { co_await sleep_for(5ms); });
  EXPECT_TRUE(soon.wait_for(patience));
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  EXPECT_TRUE(eventually([] { return threads_alive() == 1; }));
  all.stopper.request_stop();
  p.wait_idle();
  EXPECT_EQ(all.woken.count(), 10);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; })) << "and none when there are no sleepers";
}
TEST(expiry_of_workers, leaves_one_for_coroutines_that_wait) {
  keeps_one_worker_for_its_sleepers<pool<expiry::after_idle>>({.capacity = 4, .idle_after = 200us});
  keeps_one_worker_for_its_sleepers<pool<expiry::after_idle, queue::none>>({.capacity = 4, .idle_after = 200us});
  keeps_one_worker_for_its_sleepers<pool<workers::none>>({.capacity = 4});
  keeps_one_worker_for_its_sleepers<pool<workers::none, queue::none>>({.capacity = 4});
}

TEST(expiry_of_workers, by_age_replaces_the_one_that_coroutines_need) {
  pool<expiry::after_age> p({.capacity = 2, .max_age = 300us});
  for (int round = 0; round != 50; ++round) {
    auto slept = p.submit([]() -> coroutine<> { co_await sleep_for(1ms); });
    ASSERT_TRUE(slept.wait_for(patience)) << "in round " << round;
  }
}

}  // namespace
}  // namespace weir::tests

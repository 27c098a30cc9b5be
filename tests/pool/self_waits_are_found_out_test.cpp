// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <system_error>
#include <thread>

// A task that waited for its own pool, or for its own successor, would wait for ever: the call throws instead.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class F>
void expect_found_out(F f) {
  try {
    f();
    ADD_FAILURE() << "it returned";
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code(), std::errc::resource_deadlock_would_occur);
    EXPECT_NE(std::string(e.what()).find("weir: "), std::string::npos) << e.what();
  }
}

template <class Pool>
class a_task : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::none>>;
TYPED_TEST_SUITE(a_task, pools, numbered);

TYPED_TEST(a_task, cannot_wait_until_its_own_pool_is_idle) {
  TypeParam p{{.capacity = 2}};
  p.run([&p] {
    expect_found_out([&] { p.wait_idle(); });
    expect_found_out([&] { p.wait_idle_for(1h); });
    expect_found_out([&] { p.wait_idle_until(TypeParam::clock::now()); });
  });
}

TYPED_TEST(a_task, cannot_wait_for_the_end_of_its_own_pool) {
  TypeParam p{{.capacity = 2}};
  give(p, [&p] {
    p.shutdown();
    expect_found_out([&] { p.join(); });
    expect_found_out([&] { p.join_for(1h); });
    expect_found_out([&] { p.restart(); });
  });
  p.join();
}

TYPED_TEST(a_task, cannot_wait_for_a_future_of_its_own_pool) {
  TypeParam p{{.capacity = 2}};
  int second_ran = 0;
  p.run([&] {
    auto f = p.submit([&] { return ++second_ran; });
    if (!f.ready()) {  // the other worker may have been quick
      expect_found_out([&] {
        f.wait();
        f.get();
        throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur), "weir: it became ready meanwhile");
      });
    }
  });
  p.wait_idle();
  EXPECT_EQ(second_ran, 1);
}

TEST(a_task_of_a_pool_of_one, keeps_the_future_it_could_not_wait_for) {
  thread_pool p{{.capacity = 1}};
  future<int> kept;
  p.run([&] {
    kept = p.submit([] { return 7; });
    expect_found_out([&] { kept.wait(); });
    expect_found_out([&] { kept.get(); });
    EXPECT_TRUE(kept.valid());
    EXPECT_FALSE(kept.wait_for(1ms)) << "a timed wait may be tried, and ends";
    expect_found_out([&] { kept.wait_for(std::chrono::hours::max()); });
    expect_found_out([&] { kept.wait_until(thread_pool::time_point::max()); });
  });
  EXPECT_EQ(kept.get(), 7);
}

TEST(a_task_of_a_pool_of_one, may_take_a_future_that_is_ready) {
  thread_pool p{{.capacity = 1}};
  auto ready = p.submit([] { return 7; });
  p.wait_idle();
  EXPECT_EQ(p.run([&] { return ready.get(); }), 7);
}

TYPED_TEST(a_task, may_wait_for_another_pool) {
  TypeParam a{{.capacity = 1}};
  TypeParam b{{.capacity = 1}};
  EXPECT_EQ(a.run([&] {
    give(b, [] {});
    b.wait_idle();
    return b.submit([&b] { return b.run([] { return 5; }); }).get();
  }),
            5);
  a.run([&] {
    b.shutdown();
    b.join();
  });
  EXPECT_EQ(b.state(), run_state::stopped);
}

// A full pool whose submitters run their tasks themselves: that task is inside both pools, and waiting for either leads back to it.
TEST(a_task_within_a_task, of_another_pool_is_inside_both) {
  thread_pool outer{{.capacity = 1}};
  pool<queue::none, blocking::caller_runs> inner{{.capacity = 1}};
  hold busy;
  busy.occupy(inner);
  outer.run([&] {
    give(inner, [&] {
      expect_found_out([&] { outer.wait_idle(); });
      expect_found_out([&] { inner.wait_idle(); });
      EXPECT_EQ(outer.run([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
    });
    expect_found_out([&] { outer.wait_idle(); });
    EXPECT_FALSE(inner.wait_idle_for(0s)) << "outside the inner pool again";
  });
}

// A thread that has paused the pool waits in vain for tasks, which begin only when it takes the pause back.
TYPED_TEST(a_task, is_not_waited_for_by_the_thread_that_holds_a_pause) {
  TypeParam p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_NO_THROW(p.wait_idle()) << "there is nothing to wait for";
  expect_found_out([&] { p.run([] {}); });
  bool ran = false;
  const bool accepted = p.try_post([&] { ran = true; }) == post_result::accepted;
  if (accepted) {
    expect_found_out([&] { p.wait_idle(); });
    EXPECT_FALSE(p.wait_idle_for(1ms)) << "a timed wait may be tried, and ends";
    expect_found_out([&] { p.wait_idle_for(std::chrono::hours::max()); });
  }
  while (p.try_post([] {}) == post_result::accepted && p.stats().queued < 10) continue;
  if (p.try_post([] {}) == post_result::full) {
    EXPECT_EQ(p.post([] {}), post_result::full) << "room comes only after the pause";
    EXPECT_EQ(p.post_for(std::chrono::hours::max(), [] {}), post_result::full);
  }
  auto overlapping = p.pause();
  paused.resume();
  expect_found_out([&] { p.run([] {}); });
  overlapping.resume();
  EXPECT_NO_THROW(p.wait_idle());
  EXPECT_EQ(ran, accepted);
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

TYPED_TEST(a_task, is_waited_for_under_the_pause_of_another_thread) {
  TypeParam p{{.capacity = 1}};
  auto paused = p.pause();
  const bool accepted = p.try_post([] {}) == post_result::accepted;
  event asked;
  std::thread other([&] {
    asked.set();
    p.wait_idle();
    EXPECT_EQ(p.run([] { return 7; }), 7);
  });
  EXPECT_TRUE(asked.wait_for());
  EXPECT_EQ(p.stats().queued, accepted ? 1U : 0U);
  paused.resume();
  other.join();
}

TEST(the_thread_that_holds_a_pause, holds_it_after_the_pause_of_another_thread) {
  thread_pool p{{.capacity = 1}};
  auto paused = p.pause();
  static_cast<void>(p.post([] {}));
  std::thread([&p] { p.pause().resume(); }).join();
  expect_found_out([&] { p.wait_idle(); });
}

// Closing the pool ends the pause.
TEST(the_thread_that_holds_a_pause, may_end_the_pool) {
  thread_pool p{{.capacity = 1}};
  auto paused = p.pause();
  bool ran = false;
  static_cast<void>(p.post([&] { ran = true; }));
  p.shutdown();
  EXPECT_NO_THROW(p.wait_idle());
  p.join();
  EXPECT_TRUE(ran);
}

TEST(the_thread_that_had_a_task, is_outside_again_afterwards) {
  thread_pool p{{.capacity = 1}};
  p.run([] {});
  EXPECT_NO_THROW(p.wait_idle());
}

}  // namespace
}  // namespace weir::tests

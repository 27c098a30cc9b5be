// SPDX-License-Identifier: Apache-2.0
// weir::post_after and weir::post_every on pools whose workers are threads.
#include <weir/any_pool.hpp>
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/refusal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

template <class Pool>
class timers_of_threads : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::none>, pool<queue::stealing>, pool<workers::none>, pool<expiry::after_idle>,
                             pool<queue::none, expiry::after_idle>>;
TYPED_TEST_SUITE(timers_of_threads, pools, numbered);

TEST(a_delayed_task_with_a_key, holds_the_key_while_it_sleeps) {
  pool<queue::keyed> p({.capacity = 2});
  std::vector<int> order;
  std::stop_source stop;
  EXPECT_EQ(post_after(
                p, 1h, [&] { order.push_back(1); }, key{1}, stop.get_token()),
            post_result::accepted);
  auto second = p.submit([&] { order.push_back(2); }, key{1});
  p.submit([] {}, key{2}).get();
  EXPECT_FALSE(second.ready());
  stop.request_stop();
  second.get();
  EXPECT_EQ(order, std::vector<int>{2});
}

TEST(a_delayed_task_with_a_key, that_posts_takes_the_key_at_its_time) {
  pool<queue::keyed> p({.capacity = 2});
  std::vector<int> order;
  event undelayed;
  const auto delayed = [&] {
    undelayed.wait();
    EXPECT_EQ(p.post([&] { order.push_back(2); }, key{1}), post_result::accepted);
  };
  EXPECT_EQ(post_after(p, 1us, delayed), post_result::accepted);
  EXPECT_EQ(p.post([&] { order.push_back(1); }, key{1}), post_result::accepted);
  undelayed.set();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TYPED_TEST(timers_of_threads, call_when_the_time_has_passed_and_hold_no_thread_before) {
  TypeParam p({.capacity = 2, .idle_after = 100us});
  std::atomic<int> called = 0;
  for (int n = 0; n != 100; ++n) {
    const auto answer = post_after(p, n * 50us, [&called, n, began = clock::now()] {
      EXPECT_GE(clock::now() - began, n * 50us);
      ++called;
    });
    EXPECT_EQ(answer, post_result::accepted);
  }
  p.wait_idle();
  EXPECT_EQ(called, 100);
}

TYPED_TEST(timers_of_threads, call_again_and_again_until_they_are_told_to_end) {
  TypeParam p({.capacity = 2, .idle_after = 100us});
  for (int round = 0; round != 20; ++round) {
    auto target = std::make_unique<std::atomic<int>>(0);
    tally calls;
    {
      const auto plain = post_every(p, 100us, [&, t = target.get()] { ++*t, calls.add(); });
      const auto waits = post_every(p, 50us, [&, t = target.get()]() -> coroutine<> {
        co_await sleep_for(10us);
        ++*t;
        calls.add();
      });
      ASSERT_TRUE(calls.reaches(5)) << "in round " << round;
      EXPECT_FALSE(plain.over());
    }
    target.reset();  // a late call would be seen by a sanitizer
  }
  EXPECT_TRUE(p.wait_idle_for(patience));
}

TEST(a_timer_of_a_thread_pool, is_called_off_by_its_token) {
  thread_pool p({.capacity = 2});
  std::stop_source stopper;
  EXPECT_EQ(post_after(
                p, 1h, [] { ADD_FAILURE(); }, stopper.get_token()),
            post_result::accepted);
  EXPECT_FALSE(p.wait_idle_for(1ms));
  stopper.request_stop();
  EXPECT_TRUE(p.wait_idle_for(patience));
}

TEST(a_timer_of_a_thread_pool, takes_what_a_post_takes) {
  pool<queue::priority<2>> p({.capacity = 2});
  std::string seen;
  const auto look = [&] {
    if (const auto* its = this_task::context<std::string>()) seen = *its;
  };
  EXPECT_EQ(post_after(p, 1us, look, level{1}, context(std::string("its own"))), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(seen, "its own");
}

// What has begun needs no place in the pool: one that sleeps leaves room for a task.
TEST(a_timer_of_a_thread_pool, takes_no_place_while_it_sleeps) {
  pool<queue::none, blocking::reject> p({.capacity = 1});
  std::stop_source stopper;
  EXPECT_EQ(post_after(
                p, 1h, [] { ADD_FAILURE(); }, stopper.get_token()),
            post_result::accepted);
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  hold held;
  held.occupy(p);
  EXPECT_EQ(post_after(p, 1us, [] {}), post_result::full);
  held.release();
  stopper.request_stop();
  p.shutdown();
  EXPECT_EQ(post_after(p, 1us, [] {}), post_result::closed);
}

TEST(a_repetition_on_threads, never_overlaps_itself) {
  thread_pool p({.capacity = 4});
  std::atomic<int> in = 0;
  tally calls;
  const auto r = post_every(p, 1us, [&]() -> coroutine<> {
    EXPECT_EQ(++in, 1);
    co_await yield();
    --in;
    calls.add();
  });
  EXPECT_TRUE(calls.reaches(500));
}

TEST(a_repetition_on_threads, ends_with_what_it_throws) {
  thread_pool p({.capacity = 2});
  auto r = post_every(p, 1us, [n = 0]() mutable {
    if (++n == 3) throw std::runtime_error("the third");
  });
  EXPECT_THROW(r.wait(), std::runtime_error);
  EXPECT_TRUE(r.over());
}

TEST(a_repetition_on_threads, ends_when_the_pool_does) {
  std::optional<repetition<thread_pool>> r;
  {
    thread_pool p({.capacity = 1});
    tally calls;
    r.emplace(post_every(p, 1us, [&] { calls.add(); }));
    ASSERT_TRUE(calls.reaches(1));
    EXPECT_EQ(p.stop().size(), 0U);
  }
  EXPECT_TRUE(r->over());
  r->wait();
}

TEST(a_repetition_on_threads, that_has_not_begun_is_handed_back) {
  thread_pool p({.capacity = 1});
  hold held;
  held.occupy(p);
  auto r = post_every(p, 1us, [] { ADD_FAILURE(); });
  auto left = p.stop();
  EXPECT_EQ(left.size(), 1U);
  EXPECT_FALSE(r.over());
  left.clear();
  EXPECT_EQ(refusal([&] { r.wait(); }), post_result::cancelled);
}

/// Posts through an any_pool that is gone when the calls come. Its memory is overwritten, so that a use of it is seen.
template <class Make>
void repeat_through_a_handle_that_goes(Make make) {
  alignas(any_pool) unsigned char room[sizeof(any_pool)];
  any_pool* handle = make(room);
  tally calls;
  const auto r = post_every(*handle, 1us, [&] { calls.add(); });
  std::destroy_at(handle);
  std::fill(std::begin(room), std::end(room), static_cast<unsigned char>(0xff));
  EXPECT_TRUE(calls.reaches(calls.count() + 3));
}

TEST(a_repetition_on_threads, outlives_the_any_pool_that_it_was_posted_through) {
  thread_pool p({.capacity = 1});
  repeat_through_a_handle_that_goes([&](void* room) { return new (room) any_pool(p); });
  const auto shared = std::make_shared<thread_pool>(options{.capacity = 1});
  repeat_through_a_handle_that_goes([&](void* room) { return new (room) any_pool(shared); });
}

TEST(a_repetition_on_threads, through_an_any_pool_owns_no_share_of_the_pool) {
  std::optional<repetition<any_pool>> r;
  auto shared = std::make_shared<thread_pool>(options{.capacity = 1});
  const std::weak_ptr<thread_pool> seen = shared;
  any_pool handle(shared);
  r.emplace(post_every(handle, 1h, [] {}));
  EXPECT_FALSE(r->over());
  EXPECT_EQ(seen.use_count(), 2);
  handle.shutdown();
  EXPECT_TRUE(handle.join_for(patience).ended) << "closing the pool ends the sleep";
  EXPECT_TRUE(r->over());
}

TEST(a_repetition_on_threads, is_not_waited_for_by_a_task_of_its_pool) {
  event made, begun;
  std::optional<repetition<thread_pool>> r;
  thread_pool p({.capacity = 1});
  r.emplace(post_every(p, 1us, [&]() -> coroutine<> {
    made.wait();
    begun.set();
    while (r) co_await yield();  // all of this happens on one thread
  }));
  made.set();
  ASSERT_TRUE(begun.wait_for());
  EXPECT_TRUE(p.submit([&] { r.reset(); }).wait_for(patience));
}

TEST(a_repetition, that_was_moved_from_is_over) {
  thread_pool p({.capacity = 1});
  auto r = post_every(p, 1h, [] {});
  const auto its = std::move(r);
  r.stop();
  r.wait();
  EXPECT_TRUE(r.over());
  EXPECT_TRUE(r.wait_for(0s));
  EXPECT_FALSE(its.over());
}

TEST(a_delayed_task, whose_sleep_was_cut_short_is_counted_as_cancelled) {
  pool<observer::counters> p({.capacity = 1});
  std::stop_source stop;
  EXPECT_EQ(post_after(
                p, 1h, [] { FAIL(); }, stop.get_token()),
            post_result::accepted);
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 1; }));
  stop.request_stop();
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 1U);
  EXPECT_EQ(p.stats().completed, 0U);
  EXPECT_EQ(post_after(p, 0s, [] {}), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 1U);
}

}  // namespace
}  // namespace weir::tests

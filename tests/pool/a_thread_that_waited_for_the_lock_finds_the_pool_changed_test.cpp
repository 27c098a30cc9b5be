// SPDX-License-Identifier: Apache-2.0
// A thread stands before it takes the pool's lock. What it has seen of the pool without the lock, or under an earlier one, is not so any more.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/stopping_locks.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using P = stopping_locks;

// The worker has found nothing, and then a task comes. It has seen that task under the lock and is about to look for it.
TEST(a_worker_that_is_about_to_look_again, is_room_for_one_task_more) {
  pool<P, queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  gate has_found_nothing, looks_again;
  has_found_nothing.close();
  looks_again.close();
  give(p, [&] { P::pass_before_locks(&has_found_nothing, &looks_again); });
  ASSERT_TRUE(has_found_nothing.reached());
  std::atomic<int> ran{0};
  give(p, [&] { ++ran; });
  has_found_nothing.open();
  ASSERT_TRUE(looks_again.reached());
  give(p, [&] { ++ran; });
  looks_again.open();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(ran, 2);
}

// The worker has looked in vain, and then a post finds the queue full and takes the oldest task out for it. It looks once more, in a pause, too.
TEST(a_worker_that_has_looked_in_vain, runs_a_task_that_has_left_the_queue_for_it_though_the_pool_is_paused) {
  pool<P, queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  gate has_found_nothing, looks_again, has_looked;
  for (gate* each : {&has_found_nothing, &looks_again, &has_looked}) each->close();
  give(p, [&] { P::pass_before_locks(&has_found_nothing, &looks_again, &has_looked); });
  ASSERT_TRUE(has_found_nothing.reached());
  give(p, [] {});
  has_found_nothing.open();
  ASSERT_TRUE(looks_again.reached());
  EXPECT_EQ(p.purge().size(), 1U);
  looks_again.open();
  ASSERT_TRUE(has_looked.reached());
  give(p, [] {});
  give(p, [] {});
  std::thread pauser([&] {
    const auto held = p.pause();
    EXPECT_EQ(p.stats().queued, 1U) << "more tasks wait than the queue has places";
  });
  EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
  has_looked.open();
  pauser.join();
  EXPECT_TRUE(p.wait_idle_for(patience));
}

// The oldest task has left the queue for a worker that was started in advance and is in its hook. Then another worker takes the task behind it, before the
// post looks whether one is to be started.
TEST(a_post_that_has_not_started_a_worker_yet, finds_that_a_given_task_waits_for_a_hook) {
  event given_ran, next_ran;
  std::atomic<int> started{0};
  options o{.capacity = 3, .min_workers = 2, .prestart_min_workers = true};
  o.on_start = [&] {
    if (started++ == 1) given_ran.wait();
  };
  pool<P, queue::bounded<1>, blocking::reject> p{o};
  ASSERT_TRUE(eventually([&] { return started == 2 && p.stats().idle == 1; }));
  hold first;
  first.occupy(p);
  gate has_posted;
  has_posted.close();
  std::vector<std::function<void()>> tasks{[&] { given_ran.set(); },
                                           [&] {
                                             next_ran.set();
                                             EXPECT_TRUE(given_ran.wait_for())
                                                 << "the given task waits for the hook of a worker that was not started for it";
                                             given_ran.set();
                                           }};
  std::thread poster([&] {
    P::pass_before_locks(nullptr, &has_posted);
    EXPECT_EQ(p.post_bulk(tasks).accepted, 2U);
  });
  EXPECT_TRUE(has_posted.reached());
  first.release();
  EXPECT_TRUE(next_ran.wait_for());
  has_posted.open();
  poster.join();
  EXPECT_TRUE(p.wait_idle_for(patience));
}

/// Two workers are busy. A third one, for which a task was given, has ended in its hook, and there is no place for another. One of the two has ended its
/// task and is about to look for the given one. Then `change` keeps it from that: two tasks are queued when it has looked.
void expect_the_given_task_to_stay(auto change, auto has_looked) {
  event posted;
  std::atomic<int> started{0};
  options o{.capacity = 3};
  o.on_start = [&] {
    if (started++ != 2) return;
    posted.wait();
    pthread_exit(nullptr);
  };
  pool<P, queue::bounded<1>, blocking::reject> p{o};
  hold other;
  other.occupy(p);
  gate looks;
  looks.close();
  hold its;
  give(p, [task = its.task(), &looks] {
    task();
    P::pass_before_locks(nullptr, &looks);
  });
  ASSERT_TRUE(its.begun());
  give(p, [] {});  // a third worker starts
  give(p, [] {});  // the first one leaves the queue for it
  p.resize(0, 2);
  posted.set();
  ASSERT_TRUE(eventually([&] { return p.stats().workers == 2; }));
  its.release();
  ASSERT_TRUE(looks.reached());
  [[maybe_unused]] const auto held = change(p);
  looks.open();
  EXPECT_TRUE(eventually([&] { return has_looked(p.stats()); }));
  EXPECT_EQ(p.stats().queued, 2U);
  other.release();
}

TEST(a_given_task_without_a_worker, begins_in_no_pause) {
  expect_the_given_task_to_stay(
      [](auto& p) {
        std::jthread pauser([&p] { static_cast<void>(p.pause()); });
        EXPECT_TRUE(eventually([&p] { return p.is_paused(); }));
        return pauser;
      },
      [](const stats& s) { return s.idle == 1; });
}

TEST(a_given_task_without_a_worker, begins_on_no_worker_beyond_the_capacity) {
  expect_the_given_task_to_stay([](auto& p) { return p.resize(0, 1), 0; }, [](const stats& s) { return s.workers == 1; });
}

/// The only worker runs a coroutine that is always ready, and stands after its given turn. A thread waits for a worker, and a coroutine of another
/// pool behind it. Then the thread gives up. False if the worker has let the thread pass before that turn.
bool serves_the_coroutine_behind_one_that_gives_up(int turn) {
  gate stands;
  stands.close();
  event may_begin, ran;
  std::atomic<bool> enough{false};
  pool<P> others{{.capacity = 1}};
  pool<P, queue::none> p{{.capacity = 1}};
  give(p, [&]() -> basic_coroutine<void, P> {
    may_begin.wait();
    for (int n = 1; !enough; ++n) {
      if (n == turn) P::pass_before_locks(nullptr, &stands);  // the first lock is that of the ready coroutines
      co_await yield<P>();
    }
  });
  auto answer = post_result::accepted;
  std::thread in_front([&] { answer = p.post_for(1h, [] {}); });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  give(others, [&]() -> basic_coroutine<void, P> { EXPECT_EQ(co_await p.async_post([&] { ran.set(); }), post_result::accepted); });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 2; }));
  may_begin.set();
  EXPECT_TRUE(stands.reached());
  P::clock::advance(2h);
  in_front.join();
  stands.open();
  EXPECT_TRUE(ran.wait_for()) << "the task waits beside an idle worker, after turn " << turn;
  enough = true;
  return answer == post_result::timed_out;
}

// After one of its turns the worker is about to go idle for the thread. For the coroutine's task it does not.
TEST(a_worker_that_lets_a_submitter_pass, takes_the_task_of_the_coroutine_behind_when_the_submitter_has_left) {
  int turn = 1;
  while (serves_the_coroutine_behind_one_that_gives_up(turn) && !testing::Test::HasFailure()) ++turn;
  EXPECT_GT(turn, 1);
}

// The workers are counted under one lock, and under the next one those that have been given a task and not been woken. Meanwhile more of these have
// come than the workers that were counted as running.
TEST(stats_while_tasks_are_given_to_workers, count_no_more_tasks_as_suspended_than_there_are) {
  light_pool<P, queue::none, growth::prestart> p{{.capacity = 4, .carriers = 1}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 4; }));
  hold busy;  // the carrier
  busy.occupy(p);
  gate counts_the_rest;
  counts_the_rest.close();
  std::uint64_t suspended = 0;
  std::thread asking([&] {
    P::pass_before_locks(nullptr, &counts_the_rest);
    suspended = p.stats().suspended;
  });
  EXPECT_TRUE(counts_the_rest.reached());
  for (int n = 0; n != 3; ++n) give(p, [] {});  // the first one searches
  counts_the_rest.open();
  asking.join();
  EXPECT_EQ(suspended, 0U);
  busy.release();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests

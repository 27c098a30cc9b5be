// SPDX-License-Identifier: Apache-2.0
// A full pool may have a coroutine begin on its submitter's thread, or on one more worker; from its first wait on it is the pool's. And
// the notes of observer::trace tell on which thread each turn was.
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

template <class Pool>
void fill(Pool& p) {
  while (p.try_post([] {}) == post_result::accepted) {
  }
}

template <class Pool>
class a_submitter_that_runs_coroutines : public testing::Test {};
using run_by_callers = testing::Types<pool<queue::none, blocking::caller_runs>, pool<queue::bounded<2>, blocking::caller_runs>>;
TYPED_TEST_SUITE(a_submitter_that_runs_coroutines, run_by_callers, numbered);

TYPED_TEST(a_submitter_that_runs_coroutines, has_each_up_to_its_first_wait) {
  TypeParam p({.capacity = 1});
  const auto worker = p.submit(here).get();
  p.wait_idle();  // else this thread would hold itself
  hold held;
  held.occupy(p);
  fill(p);
  std::vector<std::thread::id> turns;
  bool in_a_call = true;
  give(p, [&]() -> coroutine<> {
    turns.push_back(here());
    co_await sleep_for(100us);
    EXPECT_FALSE(in_a_call);
    turns.push_back(here());
    co_await yield();
    turns.push_back(here());
  });
  in_a_call = false;
  EXPECT_EQ(turns.size(), 1U);
  EXPECT_EQ(p.stats().suspended, 1U);
  EXPECT_EQ(p.stats().running, 1U) << "the submitter has nothing to do with it any more";
  held.release();
  p.wait_idle();
  EXPECT_EQ(turns, (std::vector{here(), worker, worker}));
}

TYPED_TEST(a_submitter_that_runs_coroutines, has_the_whole_of_one_that_does_not_wait) {
  TypeParam p({.capacity = 1});
  hold held;
  held.occupy(p);
  fill(p);
  std::thread::id ran_on;
  give(p, [&]() -> coroutine<> {
    ran_on = here();
    co_return;
  });
  EXPECT_EQ(ran_on, here());
  EXPECT_EQ(p.stats().suspended, 0U);
}

TYPED_TEST(a_submitter_that_runs_coroutines, may_be_a_coroutine_of_the_pool) {
  TypeParam p({.capacity = 1});
  std::atomic<int> ended = 0;
  give(p, [&]() -> coroutine<> {
    for (int n = 0; n != 20; ++n) {
      const auto answer = p.post([&]() -> coroutine<> {
        co_await sleep_for(10us);
        ++ended;
      });
      EXPECT_EQ(answer, post_result::accepted);
      if (n % 5 == 0) co_await yield();
    }
    ++ended;
  });
  p.wait_idle();
  EXPECT_EQ(ended, 21);
}

TEST(a_submitter_of_a_pool_without_workers_at_hand, leaves_them_the_time_of_what_it_began) {
  for (int round = 0; round != 50; ++round) {
    pool<queue::none, blocking::caller_runs> p({.capacity = 2});
    std::stop_source stopper;
    event woke;
    hold held;
    held.occupy(p);
    give(p, [token = stopper.get_token()]() -> coroutine<> { static_cast<void>(co_await sleep_for(1h, token)); });
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(200us);
      woke.set();
    });
    EXPECT_TRUE(woke.wait_for()) << "in round " << round;
    stopper.request_stop();
  }
}

TEST(a_worker_beyond_the_capacity, begins_a_coroutine_that_outlives_it) {
  pool<queue::none, blocking::overflow_spawn> p({.capacity = 1});
  hold held;
  held.occupy(p);
  std::stop_source stopper;
  tally asleep, woken;
  for (int n = 0; n != 10; ++n) {
    give(p, [&]() -> coroutine<> {
      asleep.add();
      static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
      woken.add();
    });
  }
  ASSERT_TRUE(asleep.reaches(10));
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  EXPECT_EQ(p.stats().suspended, 10U);
  held.release();
  stopper.request_stop();
  p.wait_idle();
  EXPECT_EQ(woken.count(), 10);
}

std::size_t times(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}
template <class Pool>
std::string written(Pool& p) {
  std::ostringstream out;
  p.observer().write_json(out);
  return out.str();
}

TEST(the_trace_of_a_coroutine_on_threads, has_a_note_of_each_turn) {
  pool<observer::trace, panic::ignore> p({.capacity = 2});
  give(p, []() -> coroutine<> {
    for (int n = 0; n != 3; ++n) co_await sleep_for(50us);
    co_await yield();
  });
  give(p, [] {});
  give(p, []() -> coroutine<> {
    co_await yield();
    throw std::runtime_error("no");
  });
  p.wait_idle();
  const std::string all = written(p);
  EXPECT_EQ(times(all, R"("ended":"suspended")"), 5U) << all;
  EXPECT_EQ(times(all, R"("ended":"completed")"), 2U) << all;
  EXPECT_EQ(times(all, R"("ended":"threw")"), 1U) << all;
  EXPECT_EQ(p.stats().completed, 2U);
  EXPECT_EQ(p.stats().panicked, 1U);
  EXPECT_EQ(p.stats().accepted, 3U);
}

TEST(the_trace_of_a_coroutine_on_threads, names_the_submitter_that_had_its_first_turn) {
  pool<observer::trace, queue::none, blocking::caller_runs> p({.capacity = 1});
  hold held;
  held.occupy(p);
  give(p, []() -> coroutine<> { co_await yield(); });
  const std::string first = written(p);
  EXPECT_EQ(times(first, R"("ended":"suspended")"), 1U) << first;
  EXPECT_EQ(times(first, R"("ended":"completed")"), 0U) << "the other one is still held: " << first;
  held.release();
  p.wait_idle();
  const std::string all = written(p);
  EXPECT_EQ(times(all, R"("ended":"completed")"), 2U) << all;
  EXPECT_EQ(times(all, R"("tid":0)") + times(all, R"("tid":1)"), 3U) << all;
  EXPECT_EQ(times(all, R"("tid":1)"), 1U) << "the submitter's one turn: " << all;
}

TEST(counters_of_coroutines_on_threads, count_each_once_however_many_turns_it_had) {
  pool<observer::counters, panic::ignore> p({.capacity = 2});
  std::stop_source stopped;
  stopped.request_stop();
  for (int n = 0; n != 100; ++n) {
    give(p, [n]() -> coroutine<> {
      for (int turns = 0; turns != n % 4; ++turns) co_await yield();
      if (n % 10 == 0) throw std::runtime_error("no");
    });
    if (n % 4 != 0) continue;
    EXPECT_EQ(p.post([]() -> coroutine<> { co_await yield(); }, stopped.get_token()), post_result::accepted);
  }
  p.wait_idle();
  EXPECT_EQ(p.stats().accepted, 125U);
  EXPECT_EQ(p.stats().completed, 90U);
  EXPECT_EQ(p.stats().panicked, 10U);
  EXPECT_EQ(p.stats().cancelled, 25U);
}

}  // namespace
}  // namespace weir::tests

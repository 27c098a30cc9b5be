// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>

#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
/// A clock that stands still, and counts how often it is read.
struct counted_clock : manual_clock {
  struct clock : manual_clock::clock {
    static time_point now() noexcept { return ++reads(), manual_clock::clock::now(); }
    static int& reads() {
      static int n = 0;
      return n;
    }
  };
};
using list = engine::ready_queue<counted_clock>;
using worker = engine::resumable<counted_clock>;
using owed = list::owed;

constexpr unsigned turns_between_timers = 32;
constexpr auto never = list::time_point::max();

class ready_queue : public testing::Test {
 protected:
  list q;
  std::array<worker, 3> sleeping;
  worker w, other;

  static list::time_point now() { return manual_clock::clock::now(); }
  /// All of `sleeping` are due; with `known`, one of them has been popped, so the queue has read the clock since.
  void let_them_be_due(bool known) {
    for (worker& each : sleeping) q.resume_at(each, now() + 1ms);
    manual_clock::clock::advance(1s);
    if (!known) return;
    ASSERT_EQ(q.pop(), &sleeping[0]);
  }
  /// How often `f` reads the clock.
  template <class F>
  static int reads_of(F f) {
    const int before = counted_clock::clock::reads();
    f();
    return counted_clock::clock::reads() - before;
  }
  /// An idle light worker is given a task.
  void call(worker& idle) {
    ASSERT_EQ(q.park(idle, never), owed::nothing);
    ASSERT_EQ(q.unpark(idle), owed::look);
  }
  void take_turns(unsigned count) {
    for (unsigned n = 0; n != count; ++n) {
      q.resume(other);
      ASSERT_EQ(q.pop(), &other);
    }
  }
};

TEST_F(ready_queue, runs_those_that_are_ready_in_their_order_and_counts_them) {
  q.resume(w);
  EXPECT_EQ(q.size(), 1U);
  q.resume(other);
  EXPECT_EQ(q.size(), 2U);
  EXPECT_EQ(q.pop(), &w);
  EXPECT_EQ(q.size(), 1U);
  EXPECT_EQ(q.pop(), &other);
  EXPECT_EQ(q.size(), 0U);
  EXPECT_EQ(q.pop(), nullptr);
  EXPECT_TRUE(q.empty());
}

TEST_F(ready_queue, lets_those_go_first_that_are_known_to_be_due_before_a_worker_that_was_idle) {
  take_turns(1);
  let_them_be_due(true);
  call(w);
  EXPECT_EQ(q.pop(), &sleeping[1]);
  EXPECT_EQ(q.pop(), &sleeping[2]);
  EXPECT_EQ(q.pop(), &w);
}

TEST_F(ready_queue, reads_no_clock_for_a_worker_that_was_idle) {
  take_turns(1);
  let_them_be_due(false);
  call(w);
  EXPECT_EQ(q.pop(), &w);
  EXPECT_EQ(q.pop(), &sleeping[0]);
}

TEST_F(ready_queue, lets_no_timers_go_before_one_that_goes_on_with_its_task) {
  take_turns(1);
  call(w);
  EXPECT_EQ(q.pop(), &w);
  let_them_be_due(true);
  q.resume(w);
  EXPECT_EQ(q.pop(), &w);
  EXPECT_EQ(q.pop(), &sleeping[1]);
}

TEST_F(ready_queue, has_a_turn_for_timers_and_then_one_for_whatever_is_ready) {
  take_turns(turns_between_timers - 1);
  let_them_be_due(false);
  call(w);
  EXPECT_EQ(q.pop(), &sleeping[0]);
  EXPECT_EQ(q.pop(), &w) << "though it was idle, and the others are known to be due";
  EXPECT_EQ(q.pop(), &sleeping[1]);
}

TEST_F(ready_queue, knows_of_turns_that_are_ready_and_of_timers_whose_time_a_pop_has_seen) {
  EXPECT_FALSE(q.has_turn());
  q.resume(w);
  EXPECT_TRUE(q.has_turn());
  EXPECT_EQ(q.pop(), &w);
  EXPECT_FALSE(q.has_turn());
  let_them_be_due(false);
  EXPECT_FALSE(q.has_turn()) << "it reads no clock";
  EXPECT_EQ(q.pop(), &sleeping[0]);
  EXPECT_TRUE(q.has_turn());
  EXPECT_EQ(q.pop(), &sleeping[1]);
  EXPECT_TRUE(q.has_turn());
  EXPECT_EQ(q.pop(), &sleeping[2]);
  EXPECT_FALSE(q.has_turn());
}

TEST_F(ready_queue, knows_that_the_last_timer_whose_time_had_come_was_called_off) {
  let_them_be_due(false);
  EXPECT_EQ(q.pop(), &sleeping[0]);
  for (worker* each : {&sleeping[1], &sleeping[2]}) {
    EXPECT_EQ(q.cancel_wait(*each), owed::look);
    EXPECT_EQ(q.pop(), each);
  }
  EXPECT_EQ(q.pop(), nullptr);
  EXPECT_FALSE(q.has_turn());
}

TEST_F(ready_queue, asks_to_tell_of_a_time_once) {
  EXPECT_EQ(q.resume_at(sleeping[0], now() + 2s), owed::sooner);
  EXPECT_EQ(q.resume_at(sleeping[1], now() + 3s), owed::nothing);
  EXPECT_EQ(q.resume_at(sleeping[2], now() + 1s), owed::sooner);
  EXPECT_EQ(q.resume_at(w, now() + 2s), owed::nothing);
  EXPECT_EQ(q.next_due(), q.next_due());
  EXPECT_EQ(q.resume_at(other, now() + 500ms), owed::sooner) << "earlier than the answer";
}

TEST_F(ready_queue, keeps_no_time_for_an_idle_worker_that_waits_for_a_call_only) {
  EXPECT_EQ(q.park(w, never), owed::nothing);
  EXPECT_TRUE(q.empty());
  EXPECT_EQ(q.next_due(), never);
  EXPECT_EQ(q.unpark(w), owed::look);
  EXPECT_EQ(q.pop(), &w);
}

TEST_F(ready_queue, is_not_empty_while_one_is_ready_or_waits_for_its_time) {
  EXPECT_TRUE(q.empty());
  q.resume(w);
  EXPECT_FALSE(q.empty());
  EXPECT_EQ(q.pop(), &w);
  q.resume_at(w, now() + 1ms);
  EXPECT_FALSE(q.empty());
}

TEST_F(ready_queue, tells_of_a_time_only_when_it_is_earlier_than_the_one_it_told_last) {
  EXPECT_EQ(q.resume_at(sleeping[0], now() + 10ms), owed::sooner);
  q.next_due();
  EXPECT_EQ(q.resume_at(sleeping[1], now() + 20ms), owed::nothing);
  EXPECT_EQ(q.resume_at(sleeping[2], now() + 1ms), owed::sooner);
}

TEST_F(ready_queue, reads_the_clock_for_the_earliest_time_only) {
  EXPECT_EQ(reads_of([&] { q.resume_at(sleeping[0], now() + 10ms); }), 1);
  EXPECT_EQ(reads_of([&] { q.resume_at(sleeping[1], q.next_due()); }), 0) << "it is no earlier one";
  EXPECT_EQ(reads_of([&] { q.resume_at(sleeping[2], now() + 20ms); }), 0);
  EXPECT_EQ(reads_of([&] { q.resume_at(w, now() + 1ms); }), 1);
}

TEST_F(ready_queue, reads_no_clock_where_none_waits_for_its_time) {
  EXPECT_EQ(reads_of([&] { EXPECT_FALSE(q.ready()); }), 0);
  EXPECT_EQ(reads_of([&] { EXPECT_EQ(q.pop(), nullptr); }), 0);
}

}  // namespace
}  // namespace weir::tests

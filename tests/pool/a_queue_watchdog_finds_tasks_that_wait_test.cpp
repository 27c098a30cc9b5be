// SPDX-License-Identifier: Apache-2.0
#include <weir/queue_watchdog.hpp>

#include <weir/light_pool.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

void pass(nanoseconds d) { manual_clock::clock::advance(d); }

TEST(a_queue_watchdog_finds_tasks_that_wait, once_and_while_they_wait) {
  pool<observer::counters, manual_clock> p{{.capacity = 1}};
  queue_watchdog late(p, 1s);
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 3; ++n) give(p, [] {});
  pass(100ms);
  EXPECT_EQ(late.check().count, 0U);
  pass(500ms);
  give(p, [] {});
  EXPECT_EQ(late.check().count, 0U);
  pass(500ms);
  const late_tasks first = late.check();
  EXPECT_EQ(first.count, 3U) << "the one that runs does not wait, and the last one not for long";
  EXPECT_EQ(first.waiting, 1s) << "since the first check after their posts";
  EXPECT_EQ(late.check().count, 0U) << "they are known";
  pass(500ms);
  EXPECT_EQ(late.check().count, 1U);
  pass(1h);
  EXPECT_EQ(late.check().count, 0U);
  busy.release();
  p.wait_idle();
  pass(1h);
  EXPECT_EQ(late.check().count, 0U);
}

TEST(a_queue_watchdog_finds_tasks_that_wait, also_those_that_were_there_before_it) {
  pool<observer::counters, manual_clock> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  pass(1h);
  queue_watchdog late(p, 1s);
  EXPECT_EQ(late.check().count, 0U) << "nothing is known of the time before";
  pass(1s);
  EXPECT_EQ(late.check().count, 1U);
  busy.release();
}

TEST(a_queue_watchdog_finds_tasks_that_wait, and_none_that_has_left_without_running) {
  pool<queue::bounded<2>, blocking::discard_oldest, observer::counters, manual_clock> p{{.capacity = 1}};
  queue_watchdog late(p, 1s);
  const auto old = [&late] {
    pass(100ms);
    EXPECT_EQ(late.check().count, 0U);
    pass(2s);
  };
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 4; ++n) give(p, [] {});  // two are dropped
  old();
  EXPECT_EQ(p.purge().size(), 2U);
  EXPECT_EQ(late.check().count, 0U);
  give(p, [] {});
  old();
  EXPECT_EQ(late.check().count, 1U) << "tasks that were purged are not in the way";
  give(p, [] {});
  old();
  busy.release();
  EXPECT_LE(p.stop().size(), 2U);
  p.join();
  EXPECT_EQ(late.check().count, 0U);
  ASSERT_TRUE(p.restart());
  hold again;
  again.occupy(p);
  give(p, [] {});
  old();
  EXPECT_EQ(late.check().count, 1U);
  again.release();
}

TEST(a_queue_watchdog_finds_tasks_that_wait, in_pools_that_count_what_they_accept) {
  const auto watched = [](auto&& p) {
    queue_watchdog late(p, 0.5s);
    return late.check().count;
  };
  EXPECT_EQ(watched(pool<observer::trace>{}), 0U);
  EXPECT_EQ(watched(pool<observer::all_of<observer::watchdog, observer::counters>>{}), 0U);
  EXPECT_EQ(watched(light_pool<observer::counters>{}), 0U);
  EXPECT_THROW(watched(thread_pool{}), std::invalid_argument);
  EXPECT_THROW(watched(pool<observer::watchdog>{}), std::invalid_argument);
  pool<observer::counters> p;
  EXPECT_THROW(queue_watchdog(p, 0s), std::invalid_argument);
  EXPECT_THROW(queue_watchdog(p, -1ns), std::invalid_argument);
}

/// A pool whose stats a test sets.
struct told {
  using platform_type = manual_clock;
  [[nodiscard]] weir::stats stats() const {
    weir::stats s;
    s.accepted = accepted;
    s.queued = looks_that_lie == 0 ? queued : queued_says;
    if (looks_that_lie != 0) --looks_that_lie;
    return s;
  }
  observer::counters::on<manual_clock>& observer() { return counts; }
  observer::counters::on<manual_clock> counts;
  std::uint64_t accepted = 0;
  std::uint64_t queued = 0;
  mutable unsigned looks_that_lie = 0;
  std::uint64_t queued_says = 0;
};

TEST(a_queue_watchdog_finds_tasks_that_wait, and_asks_again_before_it_says_so) {
  told p;
  p.accepted = 5;
  queue_watchdog late(p, 1s);
  pass(2s);
  p.looks_that_lie = 2;
  p.queued_says = 1;  // a post that has not been counted
  EXPECT_EQ(late.check().count, 0U);
  p.looks_that_lie = 3;
  EXPECT_EQ(late.check().count, 1U);
}

TEST(a_queue_watchdog_finds_tasks_that_wait, also_those_that_were_hidden_by_posts_during_a_check) {
  told p;
  queue_watchdog late(p, 1s);
  p.accepted = 3;
  p.queued = 3;
  pass(1s);
  p.looks_that_lie = 1;
  p.queued_says = 0;  // they are posted after the look at the queue
  EXPECT_EQ(late.check().count, 0U);
  pass(1s);
  EXPECT_EQ(late.check().count, 3U);
}

TEST(a_queue_watchdog_finds_tasks_that_wait, and_since_when_whatever_was_asked_meanwhile) {
  told p;
  p.accepted = 1;
  p.queued = 1;
  queue_watchdog late(p, 1s);
  for (int n = 0; n != 4; ++n) {
    pass(200ms);
    EXPECT_EQ(late.check().count, 0U);
  }
  pass(4s);
  EXPECT_EQ(late.check().waiting, 4800ms);
}

TEST(a_queue_watchdog_finds_tasks_that_wait, on_a_clock_from_end_to_end) {
  told p;
  p.accepted = 1;
  p.queued = 1;
  const auto at = [](nanoseconds t) { pass(t - manual_clock::clock::now().time_since_epoch()); };
  at(-5s);
  queue_watchdog soon(p, 2s);
  at(-4s);
  EXPECT_EQ(soon.check().count, 0U);
  at(-5ns);
  queue_watchdog late(p, std::chrono::hours::max());
  at(0ns);
  at(nanoseconds::max());
  EXPECT_EQ(late.check().count, 1U);
  at(0ns);
}

TEST(a_queue_watchdog_finds_tasks_that_wait, as_a_list_of_all_tasks_would) {
  EXPECT_TRUE(rc::check("each task is reported once, none too early, and none too late", [] {
    const nanoseconds limit(*rc::gen::inRange(1, 200));
    told p;
    queue_watchdog late(p, limit);
    std::deque<nanoseconds> queue;  // since when each waits
    std::size_t known = 0;          // the first ones, so many, are reported
    nanoseconds now{};
    for (const auto& [what, number] :
         *rc::gen::container<std::vector<std::pair<int, int>>>(rc::gen::pair(rc::gen::inRange(0, 4), rc::gen::inRange(0, 40))))
      switch (what) {
        case 0:
          p.accepted += static_cast<unsigned>(number);
          p.queued += static_cast<unsigned>(number);
          queue.insert(queue.end(), static_cast<std::size_t>(number), now);
          break;
        case 1: {
          const auto taken = std::min(queue.size(), static_cast<std::size_t>(number));
          p.queued -= taken;
          queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(taken));
          known -= std::min(known, taken);
          break;
        }
        case 2:
          now += nanoseconds(number);
          pass(nanoseconds(number));
          break;
        case 3:
          const late_tasks found = late.check();
          RC_ASSERT(known + found.count <= queue.size());
          known += found.count;
          if (found.count != 0) {
            RC_ASSERT(found.waiting >= limit);
            RC_ASSERT(now - queue[known - 1] >= found.waiting);
          }
          break;
      }
    // From here on the checks are a nanosecond apart, so each that waits is reported in time.
    for (nanoseconds::rep n = 0; n <= limit.count() + limit.count() / 16 + 2; ++n) {
      pass(1ns);
      known += late.check().count;
    }
    RC_ASSERT(known == queue.size());
  }));
}

}  // namespace
}  // namespace weir::tests

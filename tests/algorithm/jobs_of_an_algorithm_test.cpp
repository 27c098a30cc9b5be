// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/pool.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <optional>
#include <thread>

namespace weir::tests {
namespace {

TEST(a_thread_that_waits_for_a_job, lets_idle_workers_take_what_it_forked_before) {
  thread_pool p({.capacity = 2});
  event second_begun, older_begun;
  invoke(
      p,
      [&](auto& here) {
        invoke(
            here, [&] { EXPECT_TRUE(second_begun.wait_for()); },
            [&] {
              second_begun.set();
              EXPECT_TRUE(older_begun.wait_for(std::chrono::seconds(5)));
            });
      },
      [&](auto&) { older_begun.set(); });
}

/// Fails if an element runs in the middle of another one on the same thread.
class one_at_a_time {
 public:
  one_at_a_time() {
    EXPECT_FALSE(inside);
    inside = true;
  }
  one_at_a_time(const one_at_a_time&) = delete;
  ~one_at_a_time() { inside = false; }

 private:
  static thread_local bool inside;
};
thread_local bool one_at_a_time::inside = false;

TEST(a_call_for_help, that_an_element_is_handed_back_and_calls_runs_no_other_element_in_its_middle) {
  thread_pool p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  int calls = 0;
  for_each_index(p, 0, 4, [&](int) {
    const one_at_a_time element;
    ++calls;
    for (auto& each : p.purge()) each();
  });
  EXPECT_EQ(calls, 4);
}

TEST(a_call_for_help, that_a_helper_is_handed_back_and_calls_runs_no_other_element_in_its_middle) {
  thread_pool p({.capacity = 1});
  event helped;
  for_each_index(p, 0, 8, [&](int i) {
    if (i < 4) {
      if (i == 0) {
        EXPECT_TRUE(helped.wait_for());
      }
      return;
    }
    const one_at_a_time element;
    for (auto& each : p.purge()) each();
    helped.set();
  });
}

TEST(a_call_for_help, that_the_end_of_a_pause_runs_on_the_stack_of_an_element_runs_no_other_element) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 2}};
  std::optional pause(p.pause());
  for_each_index(p, 0, 4, [&](int i) {
    const one_at_a_time element;
    if (i == 0) pause.reset();
  });
}

TEST(a_call_for_help, that_was_handed_back_does_nothing_when_it_is_called_again) {
  thread_pool p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  int calls = 0;
  for_each_index(p, 0, 2, [&](int) { ++calls; });
  task_group group(p);
  group.run([&] { ++calls; });
  auto tickets = p.purge();
  ASSERT_EQ(tickets.size(), 2u);
  for (auto& each : tickets) {
    each();
    each();
  }
  group.wait();
  EXPECT_EQ(calls, 3);
}

TEST(an_invocation, during_which_a_thread_is_ended_says_so) {
  thread_pool p({.capacity = 1});
  event helped;
  try {
    invoke(
        p, [&] { EXPECT_TRUE(helped.wait_for()); },
        [&] {
          helped.set();
          pthread_exit(nullptr);
        });
    ADD_FAILURE();
  } catch (const not_run& why) {
    EXPECT_EQ(why.reason(), post_result::cancelled);
  }
}

TEST(a_loop, in_which_a_thread_was_ended_begins_no_other_element) {
  thread_pool p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  int others = 0;
  try {
    for_each_index(p, 0, 4, [&](int i) {
      if (i == 0)
        for (auto& each : p.purge()) std::thread([&] { each(); }).join();  // another thread takes the second half
      else if (i == 2)
        pthread_exit(nullptr);
      else
        ++others;
    });
    ADD_FAILURE();
  } catch (const not_run& why) {
    EXPECT_EQ(why.reason(), post_result::cancelled);
  }
  EXPECT_EQ(others, 0);
}

}  // namespace
}  // namespace weir::tests

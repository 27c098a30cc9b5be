// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/throws_when_destroyed.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

template <class Pool>
class a_group_that_ends_early : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::bounded<2>>, pool<queue::none>>;
TYPED_TEST_SUITE(a_group_that_ends_early, pools, numbered);

TYPED_TEST(a_group_that_ends_early, drops_what_has_not_started) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::atomic<int> ran{0};
  const auto alive = std::make_shared<int>();
  task_group g(p);
  for (int n = 0; n < 10; ++n) g.run([&ran, alive] { ++ran; });
  g.cancel();
  EXPECT_EQ(alive.use_count(), 1) << "dropped tasks are destroyed at once";
  g.run([&ran, alive] { ++ran; });
  EXPECT_EQ(alive.use_count(), 1) << "and those that come later too";
  EXPECT_EQ(g.wait(), group_result::cancelled);
  busy.release();
  p.wait_idle();
  EXPECT_EQ(ran, 0);
}

template <class Pool>
struct asks_when_destroyed {
  task_group<Pool>& group;
  bool& answer;
  asks_when_destroyed(task_group<Pool>& g, bool& a) : group(g), answer(a) {}
  asks_when_destroyed(const asks_when_destroyed&) = delete;
  asks_when_destroyed& operator=(const asks_when_destroyed&) = delete;
  ~asks_when_destroyed() { answer = group.is_cancelling(); }
};

TYPED_TEST(a_group_that_ends_early, is_asked_by_a_task_that_it_drops) {
  TypeParam p{{.capacity = 1}};
  bool cancelled = false;
  task_group g(p);
  g.cancel();
  g.run([asks = std::make_shared<asks_when_destroyed<TypeParam>>(g, cancelled)] {});
  EXPECT_TRUE(cancelled);
}

TYPED_TEST(a_group_that_ends_early, can_be_used_again) {
  TypeParam p{{.capacity = 1}};
  int ran = 0;
  task_group g(p);
  g.cancel();
  g.cancel();
  g.run([&ran] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::cancelled);
  g.run([&ran] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 1);
}

TYPED_TEST(a_group_that_ends_early, lets_what_runs_go_on) {
  TypeParam p{{.capacity = 1}};
  event begun;
  event cancelled;
  std::atomic<int> ran{0};
  task_group g(p);
  g.run([&] {
    begun.set();
    cancelled.wait();
    g.run([&ran] { ++ran; });  // comes too late
    ++ran;
  });
  ASSERT_TRUE(begun.wait_for());
  g.cancel();
  cancelled.set();
  EXPECT_EQ(g.wait(), group_result::cancelled);
  EXPECT_EQ(ran, 1);
}

TYPED_TEST(a_group_that_ends_early, throws_the_first_exception_and_drops_the_rest) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  int ran = 0;
  task_group g(p);
  for (int n = 0; n < 10; ++n) {
    g.run([&ran] {
      ++ran;
      throw std::domain_error("on purpose");
    });
  }
  EXPECT_THROW(g.wait(), std::domain_error);
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(g.wait(), group_result::complete) << "it is told once";
  g.run([&ran] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 2);
}

/// Says when it is gone.
struct farewell {
  event* gone;
  explicit farewell(event& e) : gone(&e) {}
  farewell(farewell&& other) noexcept : gone(std::exchange(other.gone, nullptr)) {}
  ~farewell() {
    if (gone != nullptr) gone->set();
  }
};

// What a task captured goes after its exception has been taken down.
TYPED_TEST(a_group_that_ends_early, throws_the_first_of_two_exceptions) {
  TypeParam p{{.capacity = 1}};
  event begun;
  event first_is_down;
  task_group g(p);
  g.run([&] {
    begun.set();
    first_is_down.wait();
    throw std::range_error("the second");
  });
  ASSERT_TRUE(begun.wait_for());
  g.run([last = farewell(first_is_down)] { throw std::domain_error("the first"); });
  EXPECT_THROW(g.wait(), std::domain_error);
}

TYPED_TEST(a_group_that_ends_early, passes_exceptions_from_group_to_group) {
  TypeParam p{{.capacity = 1}};
  EXPECT_THROW(p.run([&p] {
    task_group outer(p);
    outer.run([&p] {
      task_group inner(p);
      inner.run([] { throw std::domain_error("on purpose"); });
      inner.wait();
    });
    outer.wait();
  }),
               std::domain_error);
}

TYPED_TEST(a_group_that_ends_early, survives_captures_that_throw_when_they_are_destroyed) {
  TypeParam p{{.capacity = 1}};
  task_group g(p);
  g.run(throws_when_destroyed());
  EXPECT_THROW(g.wait(), std::domain_error);
  hold busy;
  busy.occupy(p);
  g.run(throws_when_destroyed());
  g.run(throws_when_destroyed());
  g.cancel();
  EXPECT_THROW(g.wait(), std::domain_error);
  g.cancel();
  g.run(throws_when_destroyed());  // dropped at once
  EXPECT_THROW(g.wait(), std::domain_error);
}

TYPED_TEST(a_group_that_ends_early, prints_the_exception_that_nobody_waited_for) {
  TypeParam p{{.capacity = 1}};
  testing::internal::CaptureStderr();
  {
    task_group g(p);
    g.run([] { throw std::domain_error("lost and found"); });
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("lost and found"), std::string::npos);
}

// The thread goes, the group does not notice.
TYPED_TEST(a_group_that_ends_early, loses_a_thread_and_nothing_else) {
  TypeParam p{{.capacity = 1}};
  event begun;
  task_group g(p);
  g.run([&] {
    begun.set();
    pthread_exit(nullptr);
  });
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(g.wait(), group_result::complete);
  int ran = 0;
  std::thread waiter([&] {
    hold busy;
    busy.occupy(p);
    g.run([] { pthread_exit(nullptr); });
    g.wait();
    ++ran;
  });
  waiter.join();
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(g.wait(), group_result::complete);
}

// The unwinding of the first end destroys the group, which runs the next task, and no thread can end twice.
TEST(a_group_that_is_destroyed_by_the_end_of_a_thread, says_so_when_its_next_task_ends_the_thread_too) {
  EXPECT_DEATH(
      {
        thread_pool p({.capacity = 1});
        p.run([&p] {
          std::thread([&p] {
            task_group g(p);
            for (int i = 0; i != 2; ++i) g.run([] { ::pthread_exit(nullptr); });
            g.wait();
          }).join();
        });
      },
      "weir: a task ended a thread that must not end there; no call waited for the task_group, which is being destroyed");
}

}  // namespace
}  // namespace weir::tests

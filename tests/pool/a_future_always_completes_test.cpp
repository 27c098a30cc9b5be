// SPDX-License-Identifier: Apache-2.0
#include <weir/cancellable_future.hpp>
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/shared_future.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/reason_of.hpp"
#include "tests/support/throws_when_destroyed.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_future, gives_the_value) {
  thread_pool p{{.capacity = 2}};
  auto number = p.submit([] { return 42; });
  auto moved = p.submit([] { return std::make_unique<std::string>("whole"); });
  auto nothing = p.submit([] {});
  EXPECT_EQ(number.get(), 42);
  EXPECT_EQ(*moved.get(), "whole");
  EXPECT_NO_THROW(nothing.get());
  EXPECT_FALSE(number.valid());
}

/// Its move number `throws_at` throws.
struct moved_with_care {
  int& moves;
  int throws_at;
  moved_with_care(int& counted, int number) : moves(counted), throws_at(number) {}
  moved_with_care(moved_with_care&& other) : moves(other.moves), throws_at(other.throws_at) {
    if (++moves == throws_at) throw std::domain_error("on purpose");
  }
  coroutine<int> operator()() { co_return 5; }
};

// It is not moved by the worker, where no caller would get the exception.
TEST(a_future, of_a_coroutine_whose_callable_throws_when_it_is_moved_is_not_made) {
  pool<> p{{.capacity = 1}};
  int thrown = 0;
  for (int number = 1;; ++number) {
    int moves = 0;
    try {
      EXPECT_EQ(p.submit(moved_with_care(moves, number), context(number)).get(), 5);
      if (moves < number) break;
      ADD_FAILURE() << "move " << number;
    } catch (const std::domain_error&) {
      ++thrown;
    }
  }
  EXPECT_GE(thrown, 1);
}

TEST(a_future, of_a_coroutine_whose_callable_throws_when_it_is_destroyed_has_the_value) {
  struct maker : throws_when_destroyed {
    coroutine<int> operator()() { co_return 5; }
  };
  pool<panic::rethrow_at_wait> p{{.capacity = 1}};
  EXPECT_EQ(p.submit(maker()).get(), 5);
  EXPECT_THROW(p.wait_idle(), std::domain_error);
}

TEST(a_future, gives_the_reference_itself) {
  thread_pool p{{.capacity = 1}};
  int here = 1;
  int& there = p.submit([&]() -> int& { return here; }).get();
  EXPECT_EQ(&there, &here);
  const std::string text = "constant";
  EXPECT_EQ(&p.submit([&]() -> const std::string& { return text; }).get(), &text);
}

TEST(a_future, gives_an_rvalue_reference_to_what_stays_where_it_is) {
  thread_pool p{{.capacity = 1}};
  auto owner = std::make_unique<int>(3);
  const int* const there = owner.get();
  auto result = p.submit([&owner]() -> std::unique_ptr<int>&& { return std::move(owner); });
  static_assert(std::is_same_v<decltype(result), future<std::unique_ptr<int>&&>>);
  const std::unique_ptr<int> taken = result.get();
  EXPECT_EQ(taken.get(), there);
  EXPECT_EQ(owner, nullptr);
}

TEST(a_future, gives_values_of_its_own_kinds_too) {
  thread_pool p{{.capacity = 1}};
  EXPECT_EQ(p.submit([] { return post_result::timed_out; }).get(), post_result::timed_out);
  EXPECT_NE(p.submit([] { return std::make_exception_ptr(1); }).get(), nullptr);
}

TEST(a_future, throws_what_the_task_threw) {
  thread_pool p{{.capacity = 1}};
  auto f = p.submit([]() -> int { throw std::out_of_range("too far"); });
  EXPECT_THROW(f.get(), std::out_of_range);
  EXPECT_FALSE(f.valid());
}

TEST(a_future, says_that_a_closed_pool_refused) {
  thread_pool p{{.capacity = 1}};
  p.shutdown();
  auto f = p.submit([] { return 1; });
  EXPECT_TRUE(f.valid());
  EXPECT_TRUE(f.ready());
  EXPECT_EQ(reason_of(f), post_result::closed);
}

TEST(a_future, says_that_a_full_pool_refused) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  auto f = p.submit([] { return 1; });
  EXPECT_EQ(reason_of(f), post_result::full);
}

TEST(a_future, is_cancelled_when_what_stop_handed_back_is_destroyed) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto f = p.submit([] { return 1; });
  auto handed_back = p.stop();
  ASSERT_EQ(handed_back.size(), 1U);
  EXPECT_FALSE(f.ready()) << "it may still be run by whoever has it";
  handed_back.clear();
  EXPECT_TRUE(f.ready());
  EXPECT_EQ(reason_of(f), post_result::cancelled);
}

TEST(a_future, gives_the_value_when_the_owner_runs_what_was_handed_back) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto f = p.submit([] { return 6 * 7; });
  auto handed_back = p.stop();
  ASSERT_EQ(handed_back.size(), 1U);
  handed_back.front()();
  EXPECT_EQ(f.get(), 42);
  handed_back.front()();  // a second time is harmless
}

TEST(a_future, waits_no_longer_than_it_was_told) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  auto f = p.submit(busy.task());
  ASSERT_TRUE(busy.begun());
  EXPECT_FALSE(f.ready());
  EXPECT_FALSE(f.wait_for(1ms));
  EXPECT_FALSE(f.wait_for(-1h));
  busy.release();
  EXPECT_TRUE(f.wait_for(patience));
  f.wait();
  EXPECT_TRUE(f.wait_for(std::chrono::nanoseconds::max()));
  EXPECT_NO_THROW(f.get());
}

TEST(a_future, may_be_dropped_and_may_outlive_the_pool) {
  future<int> kept;
  EXPECT_FALSE(kept.valid());
  {
    thread_pool p{{.capacity = 1}};
    static_cast<void>(p.submit([] { return 1; }));
    kept = p.submit([] { return 2; });
  }
  EXPECT_TRUE(kept.ready());
  EXPECT_EQ(kept.get(), 2);
}

TEST(a_future, that_was_moved_from_is_not_valid) {
  thread_pool p{{.capacity = 1}};
  auto a = p.submit([] { return 1; });
  auto b = p.submit([] { return 2; });
  a = std::move(b);
  EXPECT_EQ(a.get(), 2);
  EXPECT_FALSE(b.valid());  // NOLINT(bugprone-use-after-move): that is the question
}

TEST(a_future, lets_go_of_the_task_before_it_is_ready) {
  thread_pool p{{.capacity = 1}};
  const auto held = std::make_shared<int>(1);
  auto f = p.submit([held] { return *held; });
  p.wait_idle();
  EXPECT_EQ(held.use_count(), 1) << "the captures outlive the task";
  EXPECT_EQ(f.get(), 1);
}

TEST(a_future, can_be_waited_for_while_its_task_is_handed_to_another_pool) {
  thread_pool inner{{.capacity = 1}};
  thread_pool outer{{.capacity = 1}};
  EXPECT_EQ(outer.submit([&] { return inner.submit([] { return 5; }).get() + 1; }).get(), 6);
}

/// Counts the looks that keep a processor.
struct watched : platform::native {
  static inline int polls = 0;
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    ++polls;
    return found();
  }
};

TEST(a_future, asked_whether_it_is_ready_waits_for_nothing) {
  event resume;
  watched::polls = 0;
  pool<parking::park, watched> p{{.capacity = 1}};
  auto answer = p.submit([&] { resume.wait(); });
  EXPECT_FALSE(answer.ready());
  EXPECT_EQ(watched::polls, 0);
  resume.set();
  answer.wait();
  EXPECT_TRUE(answer.ready());
  EXPECT_TRUE(answer.ready());
}

TEST(futures, of_many_threads_each_get_their_own) {
  thread_pool p{{.capacity = 2}};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&p, t] {
      for (int n = 0; n < 500; ++n) EXPECT_EQ(p.submit([t, n] { return t * 1000 + n; }).get(), t * 1000 + n);
    });
  for (std::thread& each : threads) each.join();
}

TEST(a_task_that_was_handed_back, gives_its_future_what_it_throws) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto f = p.submit([] { throw std::out_of_range("thrown"); });
  auto handed_back = p.stop();
  ASSERT_EQ(handed_back.size(), 1U);
  handed_back.front()();
  EXPECT_THROW(f.get(), std::out_of_range);
}

TEST(an_invalid_future, says_so) {
  thread_pool p({.capacity = 1});
  auto got = p.submit([] { return 1; });
  EXPECT_EQ(got.get(), 1);
  future<int> made;
  for (future<int>* f : {&got, &made}) {
    EXPECT_FALSE(f->valid());
    EXPECT_THROW(f->get(), std::logic_error);
    EXPECT_THROW(f->wait(), std::logic_error);
    EXPECT_THROW(static_cast<void>(f->wait_for(std::chrono::seconds(0))), std::logic_error);
    EXPECT_THROW(static_cast<void>(f->ready()), std::logic_error);
    EXPECT_THROW(p.submit([f]() -> coroutine<int> { co_return co_await *f; }).get(), std::logic_error);
  }
  cancellable_future<int> never;
  EXPECT_THROW(never.help_and_get(), std::logic_error);
  EXPECT_THROW(static_cast<void>(never.help_for(std::chrono::seconds(1))), std::logic_error);
  shared_future<int> none;
  EXPECT_THROW(static_cast<void>(none.get()), std::logic_error);
  EXPECT_THROW(none.wait(), std::logic_error);
  EXPECT_THROW(static_cast<void>(none.ready()), std::logic_error);
  EXPECT_THROW(static_cast<void>(none.wait_for(std::chrono::seconds(0))), std::logic_error);
  EXPECT_THROW(p.submit([&none]() -> coroutine<int> { co_return co_await none; }).get(), std::logic_error);
}

}  // namespace
}  // namespace weir::tests

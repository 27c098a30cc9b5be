// SPDX-License-Identifier: Apache-2.0
// What coroutines of other libraries may await: what light workers wait with, and weir's own coroutines, only where no light worker is.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/light_pool.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// A coroutine type of another library, which runs at once and keeps what it throws.
struct eager {
  struct promise_type {
    std::exception_ptr* thrown = nullptr;
    template <class... Rest>
    promise_type(std::exception_ptr& e, Rest&...) : thrown(&e) {}
    eager get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() noexcept { *thrown = std::current_exception(); }
  };
};
eager sleeps(std::exception_ptr&) { co_await sleep_for(1ms); }
eager takes(std::exception_ptr&, async_semaphore& s) { co_await s.acquire(); }
eager gets(std::exception_ptr&, future<int>& f) { co_await f; }
coroutine<> ours() { co_return; }  // even one that would not wait
eager calls(std::exception_ptr&, coroutine<> c) { co_await std::move(c); }

TEST(a_coroutine_of_others, never_takes_the_worker_of_the_one_that_began_it) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  std::exception_ptr slept, took, got, called;
  event go;
  async_semaphore none(0);
  light_pool<> busy({.capacity = 1, .carriers = 1});
  auto later = busy.submit([&] {
    go.wait();
    return 1;
  });
  auto answer = p.submit([&]() -> coroutine<int> {
    sleeps(slept);
    takes(took, none);
    gets(got, later);
    calls(called, ours());
    co_await yield();
    co_return 7;
  });
  EXPECT_EQ(answer.get(), 7);
  go.set();
  for (const auto& e : {slept, took, got, called}) {
    ASSERT_NE(e, nullptr);
    EXPECT_THROW(std::rethrow_exception(e), std::logic_error);
  }
}

TEST(a_coroutine_of_others, may_await_one_of_ours_where_no_light_worker_is) {
  std::exception_ptr thrown;
  int came = 0;
  const auto counts = [&came]() -> coroutine<> {
    ++came;
    co_return;
  };
  calls(thrown, counts());
  pool<> threads({.capacity = 1});
  threads.submit([&] { calls(thrown, counts()); }).get();
  EXPECT_EQ(came, 2);
  EXPECT_EQ(thrown, nullptr);
}

/// An awaitable of another library, which takes the handle.
struct callback {
  std::coroutine_handle<> waiting;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { waiting = h; }
  void await_resume() const noexcept {}
};
struct at_once {
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<>) const noexcept { return false; }
  void await_resume() const noexcept {}
};

/// One of ours that a coroutine of others awaits, and that another library resumes within a turn of a pool's coroutine: it is no part of that turn.
template <class Pool>
class one_of_ours_under_one_of_others : public testing::Test {
 protected:
  /// Resumes `c` within a turn, which then waits itself.
  void resume_in_a_turn() {
    p.submit([this]() -> coroutine<> {
       c.waiting.resume();
       co_await ours();
       co_await at_once();
       co_await yield();
     }).get();
  }
  Pool p{{.capacity = 1, .carriers = 1}};
  callback c;
  std::exception_ptr thrown;
};
using pools_of_turns = testing::Types<pool<>, light_pool<>>;
TYPED_TEST_SUITE(one_of_ours_under_one_of_others, pools_of_turns, numbered);

eager awaits(std::exception_ptr&, coroutine<> c, bool& over) {
  co_await std::move(c);
  over = true;
}

TYPED_TEST(one_of_ours_under_one_of_others, continues_that_one_at_its_end) {
  bool over = false;
  const auto inner = [this]() -> coroutine<> { co_await this->c; };
  const auto own = [&]() -> coroutine<> { co_await inner(); };
  awaits(this->thrown, own(), over);
  this->resume_in_a_turn();
  EXPECT_TRUE(over);
  EXPECT_EQ(this->thrown, nullptr);
}

TYPED_TEST(one_of_ours_under_one_of_others, awaits_others_of_ours_there) {
  bool over = false;
  const auto own = [this]() -> coroutine<> {
    co_await this->c;
    co_await ours();
    co_await at_once();
    callback& again = this->c;
    co_await again;
  };
  awaits(this->thrown, own(), over);
  this->resume_in_a_turn();
  EXPECT_FALSE(over);
  this->c.waiting.resume();  // the handle of the coroutine, not one that a pool resumes
  EXPECT_TRUE(over);
}

TYPED_TEST(one_of_ours_under_one_of_others, cannot_wait_as_the_turn_could) {
  bool over = false;
  const auto own = [this]() -> coroutine<> {
    co_await this->c;
    co_await sleep_for(1ms);
  };
  awaits(this->thrown, own(), over);
  this->resume_in_a_turn();
  EXPECT_FALSE(over);
  ASSERT_NE(this->thrown, nullptr);
  EXPECT_THROW(std::rethrow_exception(this->thrown), std::logic_error);
}

TEST(one_of_ours_that_one_of_others_awaits, may_be_scheduled_to_a_pool_and_the_turn_that_resumed_it_stays_at_home) {
  pool<> there({.capacity = 1});
  light_pool<> p({.capacity = 2, .carriers = 1});
  const auto here = [] { return std::this_thread::get_id(); };
  const std::thread::id home = p.run(here);
  std::exception_ptr thrown;
  bool over = false;
  event left;
  callback c;
  const auto own = [&]() -> coroutine<> {
    co_await c;
    static_cast<void>(co_await there.schedule());
    left.set();
  };
  awaits(thrown, own(), over);
  p.submit([&]() -> coroutine<> {
     c.waiting.resume();
     for (int lap = 0; lap != 100; ++lap) {
       co_await yield();
       EXPECT_EQ(here(), home);
     }
   }).get();
  EXPECT_TRUE(left.wait_for());
  there.wait_idle();
  EXPECT_EQ(thrown, nullptr);
}

TYPED_TEST(one_of_ours_under_one_of_others, may_be_scheduled_to_a_pool) {
  pool<> there({.capacity = 1});
  bool over = false;
  event left;
  const auto own = [&]() -> coroutine<> {
    co_await this->c;
    static_cast<void>(co_await there.schedule());
    left.set();
  };
  awaits(this->thrown, own(), over);
  this->resume_in_a_turn();
  EXPECT_TRUE(left.wait_for());
  there.wait_idle();
  EXPECT_TRUE(over);
}

}  // namespace
}  // namespace weir::tests

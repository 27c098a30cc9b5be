// SPDX-License-Identifier: Apache-2.0
// Awaitables of other libraries: on whatever thread they resume the coroutine, it continues in its own pool; if they destroy the handle
// instead, its wait ends.
#include <weir/abandoned.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/future.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <coroutine>
#include <exception>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// An awaitable of another library: it takes the handle, and reports that.
struct callback {
  std::coroutine_handle<> waiting;
  event taken;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    waiting = h;
    taken.set();
  }
  int await_resume() const noexcept { return 7; }
};

[[gnu::noinline]] std::thread::id this_thread() { return std::this_thread::get_id(); }

class foreign_wait : public testing::Test {
 protected:
  light_pool<> p{{.capacity = 2, .carriers = 1}};
  callback c;
};

TEST_F(foreign_wait, goes_on_in_its_own_pool) {
  bool at_home = false;
  auto answer = p.submit([&]() -> coroutine<int> {
    const auto home = this_thread();
    const int n = co_await c;
    at_home = this_thread() == home;
    co_return n;
  });
  c.taken.wait();
  EXPECT_EQ(p.stats().running, 1U) << "it keeps its place";
  c.waiting.resume();  // on this thread, which is no carrier
  EXPECT_EQ(answer.get(), 7);
  EXPECT_TRUE(at_home);
}

TEST_F(foreign_wait, is_resumed_by_a_neighbour_on_the_same_carrier) {
  auto answer = p.submit([&]() -> coroutine<int> { co_return co_await c; });
  c.taken.wait();
  bool resumed_first = false;
  give(p, [&] {
    c.waiting.resume();
    resumed_first = !answer.ready();  // the only carrier is busy with this
  });
  EXPECT_EQ(answer.get(), 7);
  EXPECT_TRUE(resumed_first);
}

TEST_F(foreign_wait, unwinds_when_it_is_destroyed) {
  auto local = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = local;
  auto answer = p.submit([&, mine = std::move(local)]() mutable -> coroutine<int> {
    const auto held = std::move(mine);
    const int n = co_await c;
    co_return n + *held;
  });
  c.taken.wait();
  c.waiting.destroy();
  EXPECT_THROW(answer.get(), abandoned);
  p.wait_idle();
  EXPECT_TRUE(seen.expired());
  EXPECT_EQ(p.stats().running, 0U) << "its place is free";
}

TEST_F(foreign_wait, of_a_callable_with_many_captures_leaves_nothing_behind) {
  const auto shared = std::make_shared<int>(1);
  auto answer = p.submit([&, a = shared, b = shared, d = shared]() -> coroutine<int> { co_return co_await c + *a + *b + *d; });
  give(p, [a = shared, b = shared, d = shared]() -> coroutine<> { co_await yield(); });
  c.taken.wait();
  c.waiting.resume();
  EXPECT_EQ(answer.get(), 10);
  p.wait_idle();
  EXPECT_EQ(shared.use_count(), 1);
}

TEST_F(foreign_wait, may_be_abandoned_and_go_on) {
  bool told = false;
  give(p, [&]() -> coroutine<> {
    try {
      co_await c;
    } catch (const abandoned&) {
      told = true;
    }
    co_await yield();
  });
  c.taken.wait();
  c.waiting.destroy();
  p.wait_idle();
  EXPECT_TRUE(told);
}

TEST_F(foreign_wait, of_an_inner_coroutine_unwinds_the_outer_ones) {
  auto answer = p.submit([&]() -> coroutine<int> {
    const auto inner = [&]() -> coroutine<int> { co_return co_await c; };
    co_return co_await inner() + 1;
  });
  c.taken.wait();
  c.waiting.destroy();
  EXPECT_THROW(answer.get(), abandoned);
}

TEST_F(foreign_wait, ends_when_its_owner_does) {
  auto answer = p.submit([&]() -> coroutine<int> { co_return co_await c; });
  c.taken.wait();
  p.shutdown();
  EXPECT_FALSE(static_cast<bool>(p.join_for(0s)));
  c.waiting.destroy();
  p.join();
  EXPECT_THROW(answer.get(), abandoned);
}

/// Resumes what awaits it before it says that it waits.
struct at_once {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) const { h.resume(); }
  void await_resume() const noexcept {}
};
struct no_wait {
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<>) const noexcept { return false; }
  void await_resume() const noexcept {}
};
/// Says that it waits, when it has been resumed already.
struct resumed_first {
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> h) const {
    h.resume();
    return true;
  }
  void await_resume() const noexcept {}
};
struct handed_back {
  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) const noexcept { return h; }
  void await_resume() const noexcept {}
};
struct breaks {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const { throw std::runtime_error("no"); }
  void await_resume() const noexcept {}
};
struct made_by_an_operator {
  no_wait operator co_await() const noexcept { return {}; }
};
struct made_by_a_function {};
at_once operator co_await(made_by_a_function) { return {}; }

TEST_F(foreign_wait, follows_every_form_that_an_awaiter_may_have) {
  for (int lap = 0; lap != 1000; ++lap) {
    auto answer = p.submit([]() -> coroutine<int> {
      co_await at_once();
      co_await no_wait();
      co_await resumed_first();
      co_await handed_back();
      co_await made_by_an_operator();
      co_await made_by_a_function();
      co_await std::suspend_never();
      int caught = 0;
      try {
        co_await breaks();
      } catch (const std::runtime_error&) {
        caught = 1;
      }
      co_await yield();
      co_return caught;
    });
    ASSERT_EQ(answer.get(), 1);
  }
}

TEST_F(foreign_wait, resumed_from_many_threads_goes_on_once) {
  light_pool<> many({.capacity = 64, .carriers = 2});
  int sum = 0;
  for (int lap = 0; lap != 200; ++lap) {
    callback one;
    auto answer = many.submit([&]() -> coroutine<int> { co_return co_await one; });
    std::thread other([&] {
      one.taken.wait();
      lap % 2 == 0 ? one.waiting.resume() : one.waiting.destroy();
    });
    try {
      sum += answer.get();
    } catch (const abandoned&) {
      ++sum;
    }
    other.join();
  }
  EXPECT_EQ(sum, 100 * 7 + 100);
}

TEST(a_coroutine_without_a_light_pool, leaves_foreign_waits_alone) {
  callback c;
  bool went_on = false;
  const auto own = [&]() -> coroutine<int> {
    const int n = co_await c;
    went_on = true;
    co_return n;
  };
  struct starts {
    struct promise_type {
      starts get_return_object() noexcept { return {}; }
      std::suspend_never initial_suspend() const noexcept { return {}; }
      std::suspend_never final_suspend() const noexcept { return {}; }
      void return_void() const noexcept {}
      void unhandled_exception() const noexcept { std::terminate(); }
    };
  };
  const auto outside = [&]() -> starts { co_await own(); };
  outside();
  EXPECT_FALSE(went_on);
  c.waiting.resume();
  EXPECT_TRUE(went_on);
}

TEST(a_coroutine_without_a_task, gives_its_own_handle_away) {
  callback c;
  const auto own = [&]() -> coroutine<int> { co_return co_await c; };
  const coroutine<int> waits = own();
  engine::root::handle(waits).resume();
  EXPECT_EQ(c.waiting, engine::root::handle(waits));
}

TEST(a_task_run_by_hand, cannot_wait_for_others_either) {
  callback c;
  event held, go;
  light_pool<> p({.capacity = 1, .carriers = 1});
  give(p, [&] {
    held.set();
    go.wait();
  });
  held.wait();
  give(p, [&c]() -> coroutine<> { co_await c; });
  auto left = p.stop();
  go.set();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_THROW(left.front()(), std::logic_error);
  EXPECT_EQ(c.waiting, nullptr);
}

}  // namespace
}  // namespace weir::tests

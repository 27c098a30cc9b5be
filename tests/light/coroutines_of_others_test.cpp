// SPDX-License-Identifier: Apache-2.0
// What coroutines of other libraries may await: what light workers wait with, and weir's own coroutines, only where no light worker is.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/light_pool.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"

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

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
// What a coroutine on a pool of threads keeps at each of its turns, and what its end notifies.
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/sleep.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <any>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

TEST(a_future_of_a_coroutine_on_threads, gets_what_it_ends_with) {
  thread_pool p({.capacity = 2});
  static int there = 5;
  const auto text = [](std::string s) -> coroutine<std::string> {
    co_await sleep_for(100us);
    co_return s + '!';
  };
  EXPECT_EQ(p.submit([&]() -> coroutine<std::string> { co_return co_await text("so") + co_await text(" be it"); }).get(), "so! be it!");
  EXPECT_EQ(&p.submit([]() -> coroutine<int&> { co_return there; }).get(), &there);
  EXPECT_EQ(*p.submit([]() -> coroutine<std::unique_ptr<int>> { co_return std::make_unique<int>(3); }).get(), 3);
  p.submit([]() -> coroutine<> { co_await sleep_for(1us); }).get();
  EXPECT_THROW(p.submit([]() -> coroutine<int> {
                  co_await sleep_for(1us);
                  throw std::runtime_error("no");
                }).get(),
               std::runtime_error);
}

TEST(a_future_of_a_coroutine_on_threads, may_be_awaited_in_the_pool_that_is_to_make_it_ready) {
  thread_pool p({.capacity = 1});
  auto answer = p.submit([&]() -> coroutine<int> {
    auto deeper = p.submit([]() -> coroutine<int> {
      co_await yield();
      co_return 3;
    });
    auto plain = p.submit([] { return 4; });
    co_return co_await deeper + co_await plain;
  });
  ASSERT_TRUE(answer.wait_for(patience));
  EXPECT_EQ(answer.get(), 7);
}

struct notes {
  std::string of;
  std::string said;
};
notes& last() {
  static notes n;
  return n;
}
struct takes_notes {
  void operator()(std::exception_ptr thrown, context_view with) const {
    if (const auto* who = with.get<std::string>()) last().of = *who;
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const std::exception& e) {
      last().said = e.what();
    }
  }
};

TEST(a_panic_policy_of_threads, hears_of_a_coroutine_that_waited_and_threw_and_of_its_context) {
  pool<panic::call<takes_notes>, observer::counters> p({.capacity = 2});
  const auto deeper = []() -> coroutine<> {
    co_await sleep_for(100us);
    throw std::runtime_error("lost");
  };
  ASSERT_EQ(p.post([&]() -> coroutine<> { co_await deeper(); }, context(std::string("request 7"))), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(last().of, "request 7");
  EXPECT_EQ(last().said, "lost");
  give(p, []() -> coroutine<> { throw std::runtime_error("not made"); });  // it is no coroutine, and only returns one
  p.wait_idle();
  EXPECT_EQ(last().said, "not made");
  EXPECT_EQ(p.stats().panicked, 2U);
  EXPECT_EQ(p.stats().completed, 0U);
  EXPECT_EQ(p.stats().suspended, 0U);
}

TEST(a_panic_policy_of_threads, may_keep_it_for_who_waits) {
  pool<panic::rethrow_at_wait> p({.capacity = 1});
  give(p, []() -> coroutine<> {
    co_await yield();
    throw std::runtime_error("kept");
  });
  EXPECT_THROW(p.wait_idle(), std::runtime_error);
}

TEST(a_context_on_threads, stays_with_the_coroutine_at_each_of_its_turns_and_with_no_other_task) {
  thread_pool p({.capacity = 2});
  std::vector<future<bool>> all;
  for (int n = 0; n != 20; ++n) {
    all.push_back(p.submit(
        [n]() -> coroutine<bool> {
          bool found = true;
          for (int turns = 0; turns != 20; ++turns) {
            const int* its = this_task::context<int>();
            found = found && its != nullptr && *its == n;
            turns % 2 == 0 ? co_await yield() : co_await sleep_for(50us);
          }
          co_return found;
        },
        context(n)));
    all.push_back(p.submit([] { return this_task::context<int>() == nullptr; }));
  }
  for (auto& each : all) EXPECT_TRUE(each.get());
}

TEST(a_stop_token_on_threads, cancels_a_coroutine_that_has_not_begun_and_ends_the_sleep_of_one_that_has) {
  pool<observer::counters> p({.capacity = 1});
  std::stop_source stopper;
  event begun;
  auto slept = p.submit(
      [&, token = stopper.get_token()]() -> coroutine<bool> {
        begun.set();
        co_return co_await sleep_for(1h, token);
      },
      stopper.get_token());
  ASSERT_TRUE(begun.wait_for());
  stopper.request_stop();
  EXPECT_FALSE(slept.get());
  ASSERT_EQ(p.post([]() -> coroutine<> { co_return ADD_FAILURE(); }, stopper.get_token()), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 1U);
  EXPECT_EQ(p.stats().completed, 1U);
  EXPECT_EQ(p.stats().suspended, 0U);
}

TEST(a_worker_s_state, is_that_of_the_worker_on_which_the_coroutine_is_now) {
  thread_pool p({.capacity = 2, .worker_state = [] { return std::any(here()); }});
  std::vector<future<bool>> all;
  for (int n = 0; n != 100; ++n) {
    all.push_back(p.submit([]() -> coroutine<bool> {
      bool found = true;
      for (int turns = 0; turns != 10; ++turns) {
        found = found && *this_worker::state<std::thread::id>() == here();
        co_await sleep_for(20us);
      }
      co_return found;
    }));
  }
  for (auto& each : all) EXPECT_TRUE(each.get());
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

class an_awaited_future : public testing::Test {
 protected:
  thread_pool threads{{.capacity = 2}};
  light_pool<> light{{.capacity = 1000, .carriers = 1}};
};

TEST_F(an_awaited_future, gives_what_the_task_returned) {
  int referred = 3;
  auto all = light.submit([&]() -> coroutine<int> {
    const auto moved = co_await threads.submit([] { return std::make_unique<int>(1); });
    const std::string text = co_await threads.submit([] { return std::string("two"); });
    int& reference = co_await threads.submit([&]() -> int& { return referred; });
    co_await threads.submit([] {});
    co_return *moved + static_cast<int>(text.size()) + reference;
  });
  EXPECT_EQ(all.get(), 1 + 3 + 3);
}

TEST_F(an_awaited_future, keeps_the_captures_of_its_task_until_that_is_over) {
  const std::string text(100, 'x');
  const auto counted = std::make_shared<int>(7);
  auto all = light.submit([&]() -> coroutine<std::size_t> {
    auto size = threads.submit([text] { return text.size(); });
    auto value = threads.submit([counted] { return std::size_t(*counted); });
    auto moved = threads.submit([owner = std::make_unique<std::string>(text)] { return owner->size(); });
    std::size_t sum = co_await size;
    sum += co_await value;
    co_return sum + co_await moved;
  });
  EXPECT_EQ(all.get(), 100U + 7U + 100U);
  threads.wait_idle();
  EXPECT_EQ(counted.use_count(), 1);
}

TEST_F(an_awaited_future, throws_what_the_task_threw) {
  auto message = light.submit([&]() -> coroutine<std::string> {
    std::string heard;
    try {
      co_await threads.submit([] { throw std::runtime_error("from the task"); });
    } catch (const std::runtime_error& e) {
      heard = e.what();
    }
    co_return heard;
  });
  EXPECT_EQ(message.get(), "from the task");
}

TEST_F(an_awaited_future, may_be_a_coroutines_of_the_same_pool) {
  auto sum = light.submit([&]() -> coroutine<int> {
    auto one = light.submit([]() -> coroutine<int> {
      co_await sleep_for(1ms);
      co_return 1;
    });
    auto two = light.submit([] { return 2; });
    const int first = co_await one;
    co_return first + co_await two;
  });
  EXPECT_EQ(sum.get(), 3);
}

TEST_F(an_awaited_future, holds_no_thread) {
  thread_pool one({.capacity = 1});
  hold held;
  held.occupy(one);
  std::vector<future<int>> waiting;
  for (int n = 0; n != 100; ++n)
    waiting.push_back(light.submit([&]() -> coroutine<int> { co_return co_await one.submit([] { return 1; }); }));
  light.submit([] {}).get();  // on the only carrier
  for (auto& each : waiting) EXPECT_FALSE(each.ready());
  held.release();
  for (auto& each : waiting) EXPECT_EQ(each.get(), 1);
}

TEST_F(an_awaited_future, that_is_there_is_not_waited_for) {
  auto done = threads.submit([] { return 5; });
  done.wait();
  EXPECT_EQ(light.submit([&]() -> coroutine<int> { co_return co_await done; }).get(), 5);
  EXPECT_FALSE(done.valid());
}

TEST_F(an_awaited_future, says_that_the_task_was_refused_or_handed_back) {
  const auto reason = [&](future<void> f) {
    return light.submit([f = std::move(f)]() mutable -> coroutine<post_result> {
      post_result why = post_result::accepted;
      try {
        co_await f;
      } catch (const not_run& e) {
        why = e.reason();
      }
      co_return why;
    });
  };
  thread_pool one({.capacity = 1});
  hold held;
  held.occupy(one);
  auto handed_back = reason(one.submit([] {}));
  light.submit([] {}).get();  // the coroutine has begun to wait
  one.stop().clear();
  EXPECT_EQ(handed_back.get(), post_result::cancelled);
  EXPECT_EQ(reason(one.submit([] {})).get(), post_result::closed);
}

TEST_F(an_awaited_future, cannot_be_awaited_outside_of_a_light_pool) {
  hold held;
  held.occupy(threads);
  hold other;
  other.occupy(threads);
  auto pending = threads.submit([] { return 1; });
  bool refused = false;
  light_pool<> closed({.capacity = 1, .carriers = 1});
  hold place;
  place.occupy(closed);
  give(closed, [&]() -> coroutine<> {
    try {
      co_await pending;
    } catch (const std::logic_error&) {
      refused = true;
    }
  });
  for (task& t : closed.stop()) t();  // by hand, here
  EXPECT_TRUE(refused);
  held.release();
  other.release();
  EXPECT_EQ(pending.get(), 1) << "it is as it was";
}

TEST_F(an_awaited_future, meets_its_task_at_any_moment) {
  light_pool<> two({.capacity = 1000, .carriers = 2});
  std::vector<future<long>> sums;
  for (int n = 0; n != 100; ++n) {
    sums.push_back(two.submit([&]() -> coroutine<long> {
      long sum = 0;
      for (int i = 0; i != 200; ++i) {
        auto one = threads.submit([i] { return i; });
        sum += co_await one;
      }
      co_return sum;
    }));
  }
  for (auto& each : sums) EXPECT_EQ(each.get(), 199 * 100);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
// A coroutine that posts to a full pool waits for room and holds no thread.
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

/// A pool of one thread whose queue has one place, both taken until `go`.
class async_post : public testing::Test {
 protected:
  async_post() {
    give(full, [this] {
      begun.set();
      go.wait();
    });
    begun.wait();
    give(full, [] {});
  }
  ~async_post() override { go.set(); }

  event begun, go;
  pool<queue::bounded<1>> full{{.capacity = 1}};
  light_pool<> light{{.capacity = 8, .carriers = 1}};
};

TEST_F(async_post, holds_no_thread_while_it_waits) {
  int ran = 0;
  auto first = light.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post([&] { ++ran; }); });
  auto second = light.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post([&] { ++ran; }); });
  light.submit([] {}).get();  // by the one carrier, behind both
  EXPECT_FALSE(first.ready());
  EXPECT_EQ(full.stats().waiting, 2U);
  go.set();
  EXPECT_EQ(first.get(), post_result::accepted);
  EXPECT_EQ(second.get(), post_result::accepted);
  full.wait_idle();
  EXPECT_EQ(ran, 2);
}

TEST_F(async_post, is_answered_when_the_pool_closes) {
  auto answer = light.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post([] {}); });
  light.submit([] {}).get();  // by the one carrier, behind it
  EXPECT_EQ(full.stats().waiting, 1U);
  full.shutdown();
  EXPECT_EQ(answer.get(), post_result::closed);
}

TEST_F(async_post, keeps_no_pool_from_its_end) {
  auto answer = light.submit([&]() -> coroutine<post_result> {
    const auto given = co_await full.async_post([] {});
    co_return given;
  });
  light.submit([] {}).get();
  event in, out;
  give(light, [&] {  // holds the one carrier, so the coroutine has no turn
    in.set();
    out.wait();
  });
  in.wait();
  full.shutdown();
  go.set();
  EXPECT_TRUE(full.join_for(patience).ended) << "the coroutine has its answer, though it does not know it yet";
  out.set();
  EXPECT_EQ(answer.get(), post_result::closed);
}

TEST_F(async_post, needs_no_light_pool_where_there_is_room) {
  go.set();
  full.wait_idle();
  bool ran = false;
  auto answer = light.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post([&] { ran = true; }); });
  EXPECT_EQ(answer.get(), post_result::accepted);
  full.wait_idle();
  EXPECT_TRUE(ran);
}

TEST_F(async_post, destroys_what_the_callable_captures_once) {
  const std::string text(100, 'x');
  const auto counted = std::make_shared<std::size_t>(0);
  auto answer = light.submit([&]() -> coroutine<post_result> {
    auto add = [text, counted, owner = std::make_unique<std::string>(text)] { *counted += text.size() + owner->size(); };
    co_return co_await full.async_post(std::move(add));
  });
  light.submit([] {}).get();  // by the one carrier, behind it
  go.set();
  EXPECT_EQ(answer.get(), post_result::accepted);
  full.wait_idle();
  EXPECT_EQ(*counted, 200U);
  EXPECT_EQ(counted.use_count(), 1);

  full.shutdown();
  auto refused = light.submit([&]() -> coroutine<post_result> {
    auto never = [text, counted] { *counted = 0; };
    co_return co_await full.async_post(std::move(never));
  });
  EXPECT_EQ(refused.get(), post_result::closed);
  EXPECT_EQ(*counted, 200U);
  EXPECT_EQ(counted.use_count(), 1);
}

TEST_F(async_post, takes_what_a_post_takes) {
  go.set();
  std::stop_source stopped;
  stopped.request_stop();
  int seen = 0;
  auto answer = light.submit([&]() -> coroutine<int> {
    const auto a = co_await full.async_post([&] { seen += *this_task::context<int>(); }, context(7));
    const auto b = co_await full.async_post([&] { seen += 100; }, stopped.get_token());
    const auto c = co_await full.async_post(task([&] { seen += 10; }));
    co_return (a == post_result::accepted) + (b == post_result::accepted) + (c == post_result::accepted);
  });
  EXPECT_EQ(answer.get(), 3);
  full.wait_idle();
  EXPECT_EQ(seen, 17);
  EXPECT_THROW(light.submit([&]() -> coroutine<> { static_cast<void>(co_await full.async_post(task())); }).get(), std::invalid_argument);
}

/// A task that says when it runs, and waits.
struct gate {
  event in, out;
  auto task() {
    return [this] {
      in.set();
      out.wait();
    };
  }
};

/// A thread that waits asks to be called when half of the queue is empty; it may be too slow to be served before it asks for any room.
void wait_behind_a_patient_thread() {
  gate first, second, third, fourth;
  pool<queue::bounded<4>> p({.capacity = 1});
  light_pool<> light({.capacity = 2, .carriers = 1});
  const auto fill = [&p](gate& running, gate& next) {
    give(p, running.task());
    running.in.wait();
    give(p, next.task());
    for (int i = 0; i != 3; ++i) give(p, [] {});
  };
  second.out.set();
  fill(first, second);
  std::thread patient([&] { give(p, [] {}); });
  while (p.stats().waiting == 0) std::this_thread::yield();
  first.out.set();
  patient.join();
  p.wait_idle();

  fill(third, fourth);
  auto answer = light.submit([&]() -> coroutine<post_result> { co_return co_await p.async_post([] {}); });
  light.submit([] {}).get();
  third.out.set();  // one place of four
  EXPECT_TRUE(answer.wait_for(std::chrono::seconds(20)));
  fourth.out.set();
}

TEST(async_post_behind_a_patient_thread, hears_of_any_room) {
  for (int lap = 0; lap != 100 && !HasFailure(); ++lap) wait_behind_a_patient_thread();
}

TEST(async_post_to_the_own_pool, waits_for_another_task_to_end) {
  light_pool<queue::none> p({.capacity = 2, .carriers = 1});
  int ran = 0;
  give(p, [&]() -> coroutine<> {
    for (int i = 0; i != 100; ++i) {
      const auto r = co_await p.async_post([&]() -> coroutine<> {
        co_await yield();
        ++ran;
      });
      if (r != post_result::accepted) co_return;
    }
  });
  p.wait_idle();
  EXPECT_EQ(ran, 100);
}

TEST(async_post_follows_the_blocking_policy, when_that_does_not_wait) {
  light_pool<queue::none, blocking::reject> p({.capacity = 1, .carriers = 1});
  auto answer = p.submit([&]() -> coroutine<post_result> { co_return co_await p.async_post([] {}); });
  EXPECT_EQ(answer.get(), post_result::full);
}

TEST(async_post_follows_the_blocking_policy, when_too_many_wait) {
  light_pool<queue::none, blocking::wait_at_most<1>> p({.capacity = 1, .carriers = 1});
  light_pool<> others({.capacity = 4, .carriers = 1});
  event begun, go;
  give(p, [&] {
    begun.set();
    go.wait();
  });
  begun.wait();
  auto first = others.submit([&]() -> coroutine<post_result> { co_return co_await p.async_post([] {}); });
  auto second = others.submit([&]() -> coroutine<post_result> { co_return co_await p.async_post([] {}); });
  EXPECT_EQ(second.get(), post_result::full);
  go.set();
  EXPECT_EQ(first.get(), post_result::accepted);
}

TEST(async_post_elsewhere, throws_when_it_has_to_wait) {
  event begun, go;
  event in, out;
  pool<queue::none> p({.capacity = 1});
  light_pool<> light({.capacity = 1, .carriers = 1});
  give(p, [&] {
    begun.set();
    go.wait();
  });
  begun.wait();
  give(light, [&] {
    in.set();
    out.wait();
  });
  in.wait();
  give(light, [&]() -> coroutine<> { static_cast<void>(co_await p.async_post([] {})); });
  auto left = light.stop();
  out.set();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_THROW(left.front()(), std::logic_error);  // by hand, on this thread
  EXPECT_EQ(p.stats().waiting, 0U);
  go.set();
}

}  // namespace
}  // namespace weir::tests

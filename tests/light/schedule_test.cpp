// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

class schedule : public testing::Test {
 protected:
  thread_pool threads{{.capacity = 1}};
  light_pool<> light{{.capacity = 100, .carriers = 1}};
  const std::thread::id there = threads.submit(here).get();
  const std::thread::id home = light.submit(here).get();
};

TEST_F(schedule, runs_the_coroutine_there_until_its_next_wait) {
  light
      .submit([&]() -> coroutine<> {
        for (int lap = 0; lap != 3; ++lap) {
          EXPECT_EQ(here(), home);
          const post_result answer = co_await threads.schedule();
          EXPECT_EQ(answer, post_result::accepted);
          EXPECT_EQ(here(), there);
          co_await yield();
        }
        EXPECT_EQ(here(), home);
      })
      .get();
}

TEST_F(schedule, leaves_the_carrier_to_others_meanwhile) {
  hold held;
  auto away = light.submit([&]() -> coroutine<> {
    static_cast<void>(co_await threads.schedule());
    held.task()();
  });
  ASSERT_TRUE(held.begun());
  light.submit([] {}).get();
  EXPECT_EQ(light.stats().workers, 2) << "it has its place at home";
  held.release();
  away.get();
}

TEST_F(schedule, gives_the_place_back_when_the_coroutine_ends_there) {
  light_pool<> one({.capacity = 1, .carriers = 1});
  for (int lap = 0; lap != 100; ++lap) {
    EXPECT_EQ(one.submit([&]() -> coroutine<std::thread::id> {
                   static_cast<void>(co_await threads.schedule());
                   co_return here();
                 })
                  .get(),
              there);
  }
  one.wait_idle();
}

TEST_F(schedule, in_its_own_pool_lets_others_go_first) {
  light_pool<> one({.capacity = 1, .carriers = 1});
  EXPECT_EQ(one.submit([&]() -> coroutine<post_result> { co_return co_await one.schedule(); }).get(), post_result::accepted);
}

TEST_F(schedule, may_go_from_one_light_pool_to_another_and_wait_at_home) {
  light_pool<> other({.capacity = 1, .carriers = 1});
  const auto visited = other.submit(here).get();
  light
      .submit([&]() -> coroutine<> {
        static_cast<void>(co_await other.schedule());
        EXPECT_EQ(here(), visited);
        co_await sleep_for(1ms);
        EXPECT_EQ(here(), home);
      })
      .get();
  other.wait_idle();
}

TEST_F(schedule, answers_why_not_and_goes_on_where_it_was) {
  pool<queue::bounded<1>, blocking::reject> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  light
      .submit([&]() -> coroutine<> {
        const post_result when_full = co_await full.schedule();
        EXPECT_EQ(when_full, post_result::full);
        EXPECT_EQ(here(), home);
        full.shutdown();
        const post_result when_closed = co_await full.schedule();
        EXPECT_EQ(when_closed, post_result::closed);
        EXPECT_EQ(here(), home);
      })
      .get();
}

TEST_F(schedule, that_is_handed_back_goes_on_at_home) {
  hold held;
  held.occupy(threads);
  auto answer = light.submit([&]() -> coroutine<post_result> {
    const post_result r = co_await threads.schedule();
    EXPECT_EQ(here(), home);
    co_return r;
  });
  light.submit([] {}).get();  // it has left
  EXPECT_EQ(threads.stop().size(), 1u);
  EXPECT_EQ(answer.get(), post_result::cancelled);
}

TEST_F(schedule, what_is_thrown_there_is_heard_at_home) {
  hold heard;
  light_pool<panic::call<void (*)(std::exception_ptr)>> listens({.capacity = 1, .carriers = 1});
  auto thrown = listens.submit([&]() -> coroutine<> {
    static_cast<void>(co_await threads.schedule());
    throw std::runtime_error("there");
  });
  EXPECT_THROW(thrown.get(), std::runtime_error);
  listens.submit([] {}).get();
}

/// A coroutine type of another library, which knows nothing of weir.
struct foreign {
  struct promise_type {
    foreign get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

TEST_F(schedule, takes_coroutines_of_others) {
  event done;
  const auto visit = [&]() -> foreign {
    const post_result answer = co_await threads.schedule();
    EXPECT_EQ(answer, post_result::accepted);
    EXPECT_EQ(here(), there);
    EXPECT_THROW(co_await sleep_for(1ms), std::logic_error) << "weir's own waits need a light worker";
    done.set();
  };
  visit();
  EXPECT_TRUE(done.wait_for());
  threads.shutdown();
  const auto refused = [&]() -> foreign {
    const auto caller = here();
    const post_result answer = co_await threads.schedule();
    EXPECT_EQ(answer, post_result::closed);
    EXPECT_EQ(here(), caller);
  };
  refused();
}

TEST_F(schedule, takes_one_of_others_from_a_task_that_is_no_coroutine) {
  event done;
  const auto visit = [&]() -> foreign {
    static_cast<void>(co_await threads.schedule());
    EXPECT_EQ(here(), there);
    done.set();
  };
  light.submit([&] { visit(); }).get();
  EXPECT_TRUE(done.wait_for());
  light.wait_idle();
}

TEST_F(schedule, takes_one_of_others_that_was_begun_by_one_of_ours) {
  event done;
  const auto visit = [&]() -> foreign {
    static_cast<void>(co_await threads.schedule());
    EXPECT_EQ(here(), there);
    done.set();
  };
  light
      .submit([&]() -> coroutine<> {
        visit();
        for (int lap = 0; lap != 100; ++lap) {
          co_await yield();
          EXPECT_EQ(here(), home) << "its own worker has not gone";
        }
      })
      .get();
  EXPECT_TRUE(done.wait_for());
}

TEST_F(schedule, is_refused_to_a_coroutine_that_is_run_by_hand) {
  light_pool<> one({.capacity = 1, .carriers = 1});
  hold held;
  held.occupy(one);
  bool refused = false;
  give(one, [&]() -> coroutine<> {
    try {
      static_cast<void>(co_await threads.schedule());
    } catch (const std::logic_error&) {
      refused = true;
    }
  });
  auto left = one.stop();
  ASSERT_EQ(left.size(), 1u);
  left[0]();  // its coroutine lives until this returns
  EXPECT_TRUE(refused);
}

// Neither has a turn to continue in, so the coroutine stays where it was posted to.
TEST_F(schedule, takes_one_of_ours_that_no_pool_runs) {
  event outside, in_a_task;
  const auto visit = [&](event& done) -> coroutine<> {
    const post_result answer = co_await threads.schedule();
    EXPECT_EQ(answer, post_result::accepted);
    EXPECT_EQ(here(), there);
    done.set();
    co_await std::suspend_always();
  };
  const coroutine<> first = visit(outside);
  engine::root::handle(first).resume();
  EXPECT_TRUE(outside.wait_for());
  thread_pool others({.capacity = 1});
  const coroutine<> second = visit(in_a_task);
  others.submit([&] { engine::root::handle(second).resume(); }).get();
  EXPECT_TRUE(in_a_task.wait_for());
  threads.wait_idle();
}

TEST_F(schedule, that_is_handed_back_resumes_one_of_others_where_the_task_is_destroyed) {
  hold held;
  held.occupy(threads);
  post_result answer = post_result::accepted;
  const auto visit = [&]() -> foreign { answer = co_await threads.schedule(); };
  visit();
  auto left = threads.stop();
  EXPECT_EQ(answer, post_result::accepted) << "nothing was said yet";
  left.clear();
  EXPECT_EQ(answer, post_result::cancelled);
}

TEST_F(schedule, of_a_foreign_coroutine_on_a_light_pool_cannot_wait_as_a_light_worker) {
  event done;
  const auto visit = [&]() -> foreign {
    static_cast<void>(co_await light.schedule());
    EXPECT_EQ(here(), home);
    EXPECT_THROW(co_await sleep_for(1ms), std::logic_error);
    done.set();
  };
  visit();
  EXPECT_TRUE(done.wait_for());
}

TEST_F(schedule, waits_for_room_and_holds_no_thread) {
  using bounded = pool<queue::bounded<1>>;
  bounded full{{.capacity = 1}};
  hold held;
  held.occupy(full);
  give(full, [] {});
  auto away = threads.submit([&]() -> coroutine<post_result> { co_return co_await full.schedule(); });
  while (full.stats().waiting == 0) std::this_thread::yield();
  EXPECT_TRUE(threads.submit([] {}).wait_for(patience)) << "on the only thread of its home";
  held.release();
  EXPECT_EQ(away.get(), post_result::accepted);
}

TEST_F(schedule, learns_in_line_that_the_pool_is_closed) {
  hold held;
  pool<queue::bounded<1>> full{{.capacity = 1}};
  held.occupy(full);
  give(full, [] {});
  auto away = threads.submit([&]() -> coroutine<post_result> {
    const post_result answer = co_await full.schedule();
    EXPECT_EQ(here(), there);
    co_return answer;
  });
  while (full.stats().waiting == 0) std::this_thread::yield();
  full.shutdown();
  EXPECT_EQ(away.get(), post_result::closed);
  held.release();
}

}  // namespace
}  // namespace weir::tests

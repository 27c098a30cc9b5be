// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/gathering.hpp>

#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stop_token>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

/// A wait whose answer is always on its way when it is withdrawn.
struct late_wait {
  engine::waker* told = nullptr;
  event begun, withdrawn;
  bool answers_meanwhile = false;

  bool begin(engine::waker& w) {
    told = &w;
    begun.set();
    return false;
  }
  bool give_up() {
    if (answers_meanwhile) told->wake();
    withdrawn.set();
    return false;
  }
  void await_resume() const noexcept {}
};

class first_answers : public testing::Test {
 protected:
  light_pool<> p{{.capacity = 2, .carriers = 1}};  // the coroutine is one of the two tasks
};

TEST_F(first_answers, waits_for_all_answers_that_are_on_their_way) {
  std::array<late_wait, 3> waits;
  std::atomic<bool> over = false;
  give(p, [&]() -> coroutine<> {
    static_cast<void>(co_await engine::first_answers<platform::native>(clock::time_point::max(), waits[0], waits[1], waits[2]));
    over = true;
  });
  EXPECT_TRUE(waits[2].begun.wait_for());
  waits[0].told->wake();
  EXPECT_TRUE(waits[2].withdrawn.wait_for());
  p.run([] {});  // the only carrier has left the coroutine
  waits[1].told->wake();
  for (int n = 0; n != 10; ++n) p.run([] {});  // it would have come to it
  EXPECT_FALSE(over) << "one answer is missing";
  waits[2].told->wake();
  p.wait_idle();
  EXPECT_TRUE(over);
}

TEST_F(first_answers, leaves_no_word_of_an_answer_that_comes_after_the_deadline) {
  late_wait wait;
  wait.answers_meanwhile = true;
  bool slept = false;
  give(p, [&]() -> coroutine<> {
    static_cast<void>(co_await engine::first_answers<platform::native>(clock::now() + 1us, wait));
    slept = co_await sleep_for(1us, std::stop_token());
  });
  p.wait_idle();
  EXPECT_TRUE(slept) << "the next sleep was not ended by it";
}

}  // namespace
}  // namespace weir::tests

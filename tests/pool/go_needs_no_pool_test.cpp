// SPDX-License-Identifier: Apache-2.0
#include <weir/go.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace weir::tests {
namespace {

class go_in_its_own_program : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

void say(const char* what) {
  std::fputs(what, stderr);
  std::fflush(stderr);
}

TEST_F(go_in_its_own_program, makes_its_pool_at_the_first_call) {
  EXPECT_EQ(threads_alive(), 0U) << "nothing starts a thread by itself";
  event ran;
  EXPECT_EQ(go([&ran] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
  EXPECT_EQ(&default_pool(), &default_pool());
  EXPECT_GT(default_pool().stats().workers, 0U);
}

TEST_F(go_in_its_own_program, runs_what_was_accepted_before_the_program_ends) {
  struct made_first {
    ~made_first() { say(", then the objects"); }
  };
  EXPECT_EXIT(
      {
        static const made_first object;
        static_cast<void>(go([] {
          while (default_pool().state() == run_state::open) std::this_thread::yield();
          for (int n = 0; n < 10'000; ++n) std::this_thread::yield();  // time enough for a program that does not wait to be gone
          say("the last one");
        }));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "the last one, then the objects");
}

TEST_F(go_in_its_own_program, answers_closed_when_the_program_has_ended) {
  struct latecomer {
    ~latecomer() {
      say(go([] {}) == post_result::closed ? "closed" : "not closed");
    }
  };
  EXPECT_EXIT(
      {
        static const latecomer made_first;
        static_cast<void>(go([] {}));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^closed");
}

TEST_F(go_in_its_own_program, lets_a_task_end_the_program) {
  EXPECT_EXIT(
      {
        static_cast<void>(go([] { std::exit(3); }));
        event never;
        never.wait();
      },
      testing::ExitedWithCode(3), "^$");
}

TEST_F(go_in_its_own_program, reports_at_the_end_what_its_pool_kept) {
  using keeps = pool<panic::rethrow_at_wait>;
  EXPECT_EXIT(
      {
        static_cast<void>(go<keeps>([] { throw std::runtime_error("kept in go"); }));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "a task of the pool 'weir::go' threw: kept in go; no call waited");
  EXPECT_EXIT(
      {
        static_cast<void>(go<keeps>([] { throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur)); }));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "a task of the pool 'weir::go' threw: ");
  EXPECT_EXIT(
      {
        static_cast<void>(go<light_pool<>>([] { std::exit(3); }));
        event never;
        never.wait();
      },
      testing::ExitedWithCode(3), "");
}

TEST_F(go_in_its_own_program, ends_it_when_a_task_throws) {
  EXPECT_DEATH(
      {
        static_cast<void>(go([] { throw std::runtime_error("uncaught in go"); }));
        event never;
        never.wait();
      },
      "uncaught in go");
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/simulated_programs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>

// Every checker here is shown finding something: each test runs a program that is right and the same program broken.

namespace {

using namespace simulated_programs;

TEST(simulated_world, a_livelock_ends) {
  const auto program = [](bool ever) {
    return [ever] {
      simulated::atomic<int> flag;
      simulated::thread t([&] {
        if (ever) flag.store(1, relaxed);
      });
      while (flag.load(relaxed) == 0) simulated::yield();
      t.join();
    };
  };
  EXPECT_TRUE(world({.step_limit = 1000}).run(program(true)).ok);
  const outcome broken = world({.step_limit = 1000}).run(program(false));
  EXPECT_EQ(broken.error.rfind("livelock: 1000 operations", 0), 0u) << broken.error;
  const outcome clock_watcher = world({.step_limit = 1000}).run([] {
    while (simulated::clock::now() < simulated::clock::time_point::max()) {
    }
  });
  EXPECT_EQ(clock_watcher.error.rfind("livelock", 0), 0u) << clock_watcher.error;
}

TEST(simulated_world, time_passes_while_all_that_can_run_poll) {
  const auto program = [](bool sets) {
    return [sets] {
      simulated::atomic<bool> flag;
      const auto poll = [&flag] {
        while (!flag.exchange(false, relaxed)) simulated::yield();
        flag.store(true, relaxed);
      };
      simulated::thread a(poll), b(poll);
      simulated::sleep_for(std::chrono::hours(1));
      if (sets) flag.store(true, relaxed);
      a.join();
      b.join();
    };
  };
  const outcome o = first_failure(100, program(true));
  EXPECT_TRUE(o.ok) << o.error;
  const outcome broken = world({.step_limit = 1000}).run(program(false));
  EXPECT_EQ(broken.error.rfind("livelock: 1000 operations", 0), 0u) << broken.error;
}

TEST(simulated_world, time_stands_still_while_a_thread_that_polls_is_served) {
  const outcome o = first_failure(300, [] {
    simulated::atomic<int> turn;
    const auto take_turns = [&turn](int mine) {
      return [&turn, mine] {
        for (int n = 0; n != 5; ++n) {
          while (turn.load(relaxed) != mine) simulated::yield();
          turn.store(1 - mine, relaxed);
        }
      };
    };
    simulated::thread sleeper([] { simulated::sleep_for(std::chrono::hours(1)); });
    const auto began = simulated::clock::now();
    simulated::thread a(take_turns(0)), b(take_turns(1));
    a.join();
    b.join();
    simulated::check(simulated::clock::now() == began, "no time passes");
    sleeper.join();
  });
  EXPECT_TRUE(o.ok) << o.error;
}

TEST(simulated_world, exceptions_in_flight_belong_to_their_thread) {
  const outcome o = first_failure(300, [] {
    const auto nest = [](int who) {
      return [who] {
        for (int round = 0; round < 3; ++round) {
          try {
            throw who;
          } catch (int caught) {
            simulated::yield();  // the others are inside their handlers now
            simulated::check(caught == who, "my exception");
            try {
              throw;
            } catch (int again) {
              simulated::check(again == who, "still my exception when thrown again");
            }
            simulated::yield();
          }
          simulated::check(std::uncaught_exceptions() == 0, "none left over");
        }
      };
    };
    simulated::thread a(nest(1)), b(nest(2)), c(nest(3));
    a.join();
    b.join();
    c.join();
  });
  EXPECT_TRUE(o.ok) << o.error;
}

TEST(simulated_world, an_escaped_exception_is_reported_and_kept) {
  const outcome o = world().run([] {
    simulated::thread t([] { throw std::runtime_error("out of cheese"); });
    t.join();
  });
  EXPECT_EQ(o.error, "an exception left thread 1: out of cheese");
  ASSERT_NE(o.escaped, nullptr);
  EXPECT_THROW(std::rethrow_exception(o.escaped), std::runtime_error);
}

TEST(simulated_world, terminate_is_reported_and_the_process_goes_on) {
  const auto raise = [] { throw std::runtime_error("through noexcept"); };
  const outcome o = world().run([&]() noexcept { raise(); });
  EXPECT_NE(o.error.find("std::terminate in thread 0"), std::string::npos) << o.error;
  EXPECT_NE(o.error.find("through noexcept"), std::string::npos) << o.error;
}

TEST(simulated_world, a_thread_must_be_joined) {
  const outcome dropped = world().run([] { simulated::thread t([] {}); });
  EXPECT_NE(dropped.error.find("a thread was never joined"), std::string::npos) << dropped.error;
  static simulated::thread* kept = nullptr;  // reachable, so that no sanitizer takes it for a leak of the test
  const outcome leaked = world().run([] { kept = new simulated::thread([] { simulated::sleep_for(1ms); }); });
  EXPECT_NE(kept, nullptr);
  EXPECT_NE(leaked.error.find("leaked"), std::string::npos) << leaked.error;
  EXPECT_NE(leaked.error.find("thread 1"), std::string::npos) << leaked.error;
}

TEST(simulated_world, misuse_of_a_lock_is_reported) {
  const outcome stranger = world().run([] {
    simulated::mutex m;
    m.lock();
    simulated::thread t([&] { m.unlock(); });
    t.join();
  });
  EXPECT_NE(stranger.error.find("unlocked by a thread that does not hold it"), std::string::npos) << stranger.error;
  const outcome twice = world().run([] {
    simulated::mutex m;
    m.lock();
    m.lock();
  });
  EXPECT_NE(twice.error.find("deadlock"), std::string::npos) << twice.error;
  const outcome dead = world().run([] {
    simulated::mutex m;
    m.lock();
  });
  EXPECT_NE(dead.error.find("destroyed while locked"), std::string::npos) << dead.error;
}

TEST(simulated_world, failed_worlds_are_affordable) {
  for (int i = 0; i < 3'000; ++i) {
    const outcome o = world().run([] {
      simulated::mutex m;
      m.lock();
      m.lock();
    });
    ASSERT_FALSE(o.ok);
  }
}

TEST(simulated_world, deep_worlds_use_their_stacks_again) {
  const outcome o = world({.step_limit = 1'000'000}).run([] {
    for (int i = 0; i < 5'000; ++i) {
      simulated::thread t([] {});
      t.join();
    }
  });
  EXPECT_TRUE(o.ok) << o.error;
  EXPECT_EQ(o.starts, 5'000u);
}

}  // namespace

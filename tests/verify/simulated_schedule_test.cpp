// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/simulated_programs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

// Every checker here is shown finding something: each test runs a program that is right and the same program broken.

namespace {

using namespace simulated_programs;

TEST(simulated_schedule, a_lost_wake_up_is_a_deadlock_with_its_place) {
  EXPECT_TRUE(first_failure(500, [] {
                latch_of_one latch;
                simulated::thread t([&] { latch.wait(); });
                latch.open();
                t.join();
              }).ok);

  std::string place;
  const outcome broken = first_failure(500, [&] {
    latch_of_one latch;
    simulated::thread t([&] { latch.wait(); });
    simulated::sleep_for(1ms);  // so that it waits by now
    place = "thread 1 blocked in wait (" + std::string(latch.waits_at.file) + ":" + std::to_string(latch.waits_at.line) + ")";
    latch.open_and_tell_nobody();
    t.join();
  });
  ASSERT_FALSE(broken.ok);
  EXPECT_EQ(broken.error.rfind("deadlock", 0), 0u) << broken.error;
  EXPECT_NE(broken.error.find(place), std::string::npos) << broken.error << "\nshould name " << place;
  EXPECT_NE(broken.error.find("thread 0 blocked in operator()"), std::string::npos) << broken.error;
}

TEST(simulated_schedule, different_seeds_reach_a_lost_update) {
  EXPECT_TRUE(first_failure(2000, [] { two_increments(true); }).ok);
  const outcome broken = first_failure(200, [] { two_increments(false); });
  EXPECT_NE(broken.error.find("both increments count"), std::string::npos) << broken.error;
  EXPECT_TRUE(world().run([] { two_increments(false); }).ok) << "without preemption the update is not lost";
}

TEST(simulated_schedule, one_seed_is_one_run) {
  unsigned different = 0;
  std::uint64_t previous = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const world w({.seed = seed, .trace = true});
    const outcome a = w.run([] { two_increments(true); });
    const outcome b = w.run([] { two_increments(true); });
    EXPECT_EQ(a.trace, b.trace);
    EXPECT_EQ(a.fingerprint, b.fingerprint);
    EXPECT_EQ(a.decisions, b.decisions);
    different += a.fingerprint != previous ? 1 : 0;
    previous = a.fingerprint;
  }
  EXPECT_GT(different, 10u);
}

TEST(simulated_schedule, the_decisions_of_a_run_repeat_it_without_the_seed) {
  const outcome broken = first_failure(200, [] { two_increments(false); });
  ASSERT_FALSE(broken.ok);
  const outcome again = world({.schedule = broken.decisions}).run([] { two_increments(false); });
  EXPECT_FALSE(again.ok);
  EXPECT_EQ(again.fingerprint, broken.fingerprint);
  EXPECT_EQ(again.decisions, broken.decisions);

  std::vector<std::uint8_t> none(broken.decisions.size(), 0);
  EXPECT_TRUE(world({.schedule = none}).run([] { two_increments(false); }).ok) << "a schedule of zeros preempts nobody";
}

TEST(simulated_schedule, spurious_wake_ups_find_a_wait_without_a_loop) {
  const auto program = [](bool loop) {
    return [loop] {
      latch_of_one latch;
      simulated::thread t([&] {
        simulated::unique_lock lock(latch.m);
        while (loop && !latch.set) latch.changed.wait(lock);
        if (!loop && !latch.set) latch.changed.wait(lock);
        simulated::check(latch.set, "set after the wait");
      });
      latch.open();
      t.join();
    };
  };
  const auto failures = [&](bool loop, unsigned budget) {
    unsigned n = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      n += world({.seed = seed, .spurious = budget}).run(program(loop)).ok ? 0 : 1;
    }
    return n;
  };
  EXPECT_EQ(failures(true, 2), 0u);
  EXPECT_EQ(failures(false, 0), 0u);
  EXPECT_GT(failures(false, 1), 0u);
}

TEST(simulated_schedule, early_deadlines_find_a_race_with_expiry) {
  const auto program = [] {  // right only if a thread that can run always runs before the clock moves
    latch_of_one latch;
    simulated::thread t([&] { latch.open(); });
    {
      simulated::unique_lock lock(latch.m);
      const auto deadline = simulated::clock::now() + 1ms;
      while (!latch.set && simulated::clock::now() < deadline) latch.changed.wait_until(lock, deadline);
      simulated::check(latch.set, "opened in time");
    }
    t.join();
  };
  unsigned early = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    EXPECT_TRUE(world({.seed = seed}).run(program).ok);
    early += world({.seed = seed, .early = 1}).run(program).ok ? 0 : 1;
  }
  EXPECT_GT(early, 0u);
}

}  // namespace

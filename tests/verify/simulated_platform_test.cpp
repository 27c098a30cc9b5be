// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/simulated_programs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

// Every checker here is shown finding something: each test runs a program that is right and the same program broken.

namespace {

using namespace simulated_programs;

TEST(simulated_platform, timed_waits_end_in_order_and_take_no_time) {
  std::vector<int> order;
  const auto began = std::chrono::steady_clock::now();
  const outcome o = world().run([&] {
    std::vector<simulated::thread> sleepers;
    const int hours[] = {3, 1, 2, 1};
    for (int i = 0; i < 4; ++i) {
      sleepers.emplace_back([&order, i, h = hours[i]] {
        simulated::mutex m;
        simulated::condition_variable never;
        simulated::unique_lock lock(m);
        never.wait_until(lock, simulated::clock::now() + std::chrono::hours(h));
        order.push_back(i);
      });
    }
    for (auto& s : sleepers) s.join();
  });
  EXPECT_TRUE(o.ok) << o.error;
  EXPECT_EQ(order, (std::vector<int>{1, 3, 2, 0})) << "of equal deadlines, the one registered first";
  EXPECT_EQ(o.elapsed, 3h);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 1min);
}

TEST(simulated_platform, a_notification_comes_before_the_deadline) {
  bool late = false;
  const auto program = [&](bool notify) {
    return [&late, notify] {
      simulated::mutex m;
      simulated::condition_variable changed;
      simulated::thread t([&] {
        simulated::sleep_for(5ms);
        simulated::unique_lock lock(m);
        if (notify) changed.notify_one();
      });
      const auto deadline = simulated::clock::now() + 10ms;
      {
        simulated::unique_lock lock(m);
        changed.wait_until(lock, deadline);
      }
      late = simulated::clock::now() >= deadline;
      t.join();
    };
  };
  EXPECT_TRUE(world().run(program(true)).ok);
  EXPECT_FALSE(late);
  EXPECT_TRUE(world().run(program(false)).ok);
  EXPECT_TRUE(late);
}

TEST(simulated_platform, a_thread_start_fails_where_it_is_told_to) {
  const auto program = [](bool handled) {
    return [handled] {
      simulated::thread first([] {});
      try {
        simulated::thread second([] {});
        second.join();
        simulated::check(false, "the second start fails");
      } catch (const std::system_error& e) {
        simulated::check(e.code() == std::errc::resource_unavailable_try_again, "the system is out of threads");
        if (!handled) throw;
      }
      simulated::thread third([] {});
      first.join();
      third.join();
    };
  };
  const world w({.failing_starts = {2}});
  const outcome good = w.run(program(true));
  EXPECT_TRUE(good.ok) << good.error;
  EXPECT_EQ(good.starts, 3u);
  EXPECT_FALSE(world().run(program(true)).ok) << "nothing fails unless it is told to";
}

TEST(simulated_platform, mutexes_exclude) {
  const auto program = [](bool locking) {
    return [locking] {
      simulated::mutex m;
      simulated::atomic<int> inside;
      const auto enter = [&] {
        for (int i = 0; i < 3; ++i) {
          if (locking) m.lock();
          simulated::check(inside.fetch_add(1, relaxed) == 0, "one at a time");
          inside.fetch_sub(1, relaxed);
          if (locking) m.unlock();
        }
      };
      simulated::thread a(enter), b(enter);
      a.join();
      b.join();
    };
  };
  EXPECT_TRUE(first_failure(1000, program(true)).ok);
  EXPECT_NE(first_failure(1000, program(false)).error.find("one at a time"), std::string::npos);
}

TEST(simulated_platform, slots_belong_to_threads) {
  int mine = 0, other = 0;
  const outcome o = first_failure(100, [&] {
    simulated::check(simulated::slot() == nullptr, "a slot starts out null");
    simulated::slot() = &mine;
    simulated::thread t([&] {
      simulated::check(simulated::slot() == nullptr, "a slot starts out null");
      simulated::slot() = &other;
      simulated::yield();
      simulated::check(simulated::slot() == &other, "the thread's own slot");
    });
    simulated::yield();
    simulated::check(simulated::slot() == &mine, "the main thread's own slot");
    t.join();
  });
  EXPECT_TRUE(o.ok) << o.error;
}

/// One thread stops, another destroys the callback; the call that is under way is over, or still to come, when that is done.
template <template <class> class Callback>
bool destructor_waits_for_the_call(std::uint64_t seed) {
  bool alive = true, touched_late = false;
  const outcome o = world({.seed = seed}).run([&] {
    std::stop_source stopper;
    simulated::mutex m;
    const auto call = [&] {
      for (int n = 0; n != 4; ++n) simulated::unique_lock(m).unlock();
      touched_late = touched_late || !alive;
    };
    std::optional<Callback<decltype(call)>> callback(std::in_place, stopper.get_token(), call);
    simulated::thread t([&] { stopper.request_stop(); });
    simulated::unique_lock(m).unlock();
    callback.reset();
    alive = false;
    t.join();
  });
  EXPECT_TRUE(o.ok) << o.error;
  return !touched_late;
}

TEST(simulated_platform, the_end_of_a_stop_callback_waits_for_its_call) {
  bool the_standards_waits = true;
  for (std::uint64_t seed = 1; seed != 200; ++seed) {
    EXPECT_TRUE(destructor_waits_for_the_call<simulated::stop_callback>(seed)) << "seed " << seed;
    the_standards_waits = the_standards_waits && destructor_waits_for_the_call<std::stop_callback>(seed);
  }
  EXPECT_FALSE(the_standards_waits) << "then the simulated platform needs none of its own";
}

TEST(simulated_platform, a_call_may_destroy_its_stop_callback) {
  struct destroys {
    std::optional<simulated::stop_callback<destroys>>* self;
    int* calls;
    void operator()() const {
      int& n = *calls;
      self->reset();
      ++n;
    }
  };
  int calls = 0;
  const outcome o = world().run([&] {
    std::stop_source stopper;
    std::optional<simulated::stop_callback<destroys>> callback;
    callback.emplace(stopper.get_token(), destroys{&callback, &calls});
    stopper.request_stop();
  });
  EXPECT_TRUE(o.ok) << o.error;
  EXPECT_EQ(calls, 1);
}

}  // namespace

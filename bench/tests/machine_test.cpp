// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/machine/books.hpp"

namespace weir::bench::sim {
namespace {

/// Prices of which each is a power of ten, so that a sum tells what it is made of; no chance.
costs plain() {
  costs c;
  for (const cost_field& each : cost_fields) c.*each.value = 0;
  c.slice = 1e9;
  return c;
}

outcome on(const costs& prices, unsigned cores, std::function<void()> main, unsigned cores_per_socket = 64, std::uint64_t seed = 1) {
  return computer({.cores = cores, .cores_per_socket = cores_per_socket, .seed = seed, .most_time = 1e9, .prices = prices})
      .run(std::move(main));
}

[[nodiscard]] double now() { return computer::current()->now(); }

/// Virtual time of `f`.
template <class F>
double time_in(F f) {
  const double from = now();
  f();
  return now() - from;
}

struct alignas(64) apart {
  machine::atomic<std::uint64_t> word;
};

/// Runs `f(n)` on so many threads that begin at the same time, and returns how long they take.
double together(unsigned threads, const std::function<void(unsigned)>& f) {
  std::vector<machine::thread> all;
  double from = 1e7, until = 0;
  for (unsigned n = 0; n != threads; ++n) {
    all.emplace_back([&, n] {
      machine::compute(from - now());
      f(n);
      until = std::max(until, now());
    });
  }
  for (auto& each : all) each.join();
  return until - from;
}

TEST(machine, a_core_that_has_a_line_pays_for_the_operation_alone) {
  auto prices = plain();
  prices.memory = 1000, prices.rmw = 10, prices.hit = 1;
  double first = 0, again = 0, read = 0;
  const auto end = on(prices, 1, [&] {
    apart a;
    const auto add = [&] { a.word.fetch_add(1, std::memory_order_relaxed); };
    first = time_in(add), again = time_in(add);
    read = time_in([&] { static_cast<void>(a.word.load(std::memory_order_relaxed)); });
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_EQ(first, 1010);
  EXPECT_EQ(again, 10);
  EXPECT_EQ(read, 1);
}

TEST(machine, additions_to_one_word_follow_each_other_at_the_price_of_a_transfer_and_an_addition) {
  auto prices = plain();
  prices.near_transfer = 100, prices.rmw = 10;
  for (const unsigned cores : {2u, 8u, 64u}) {
    constexpr unsigned additions = 50;
    double taken = 0;
    std::uint64_t sum = 0;
    const auto end = on(
        prices, cores + 1,
        [&] {
          apart a;
          taken = together(cores, [&](unsigned) {
            for (unsigned n = 0; n != additions; ++n) a.word.fetch_add(1, std::memory_order_relaxed);
          });
          sum = a.word.load(std::memory_order_relaxed);
        },
        128);
    EXPECT_TRUE(end.ok) << end.error;
    EXPECT_EQ(sum, cores * additions);
    EXPECT_NEAR(taken, cores * additions * 110.0, 110.0) << cores;  // the first one finds the line nowhere
  }
}

TEST(machine, additions_to_words_apart_do_not_meet) {
  auto prices = plain();
  prices.near_transfer = 100, prices.rmw = 10;
  double taken = 0;
  const auto end = on(prices, 9, [&] {
    std::vector<apart> all(8);
    taken = together(8, [&](unsigned n) {
      for (unsigned i = 0; i != 50; ++i) all[n].word.fetch_add(1, std::memory_order_relaxed);
    });
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_NEAR(taken, 500, 100);  // one transfer from the thread that made the words, at most
}

TEST(machine, copies_are_given_out_side_by_side_and_a_write_ends_them) {
  auto prices = plain();
  prices.near_transfer = 100, prices.near_copy = 10;
  double first = 0, again = 0;
  const auto end = on(prices, 5, [&] {
    apart a;
    a.word.store(1, std::memory_order_relaxed);
    first = together(4, [&](unsigned) { static_cast<void>(a.word.load(std::memory_order_relaxed)); });
    a.word.store(2, std::memory_order_relaxed);
    again = together(1, [&](unsigned) { static_cast<void>(a.word.load(std::memory_order_relaxed)); });
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_EQ(first, 110);  // the first reader has it from the writer, the others wait for that and then take copies at the same time
  EXPECT_GE(again, 100);
}

TEST(machine, a_line_from_the_other_socket_costs_more) {
  auto prices = plain();
  prices.near_transfer = 100, prices.far_transfer = 1000;
  const auto one_way = [&](unsigned cores_per_socket) {
    double taken = 0;
    const auto end = on(
        prices, 2,
        [&] {
          apart a;
          a.word.store(1, std::memory_order_relaxed);
          taken = together(1, [&](unsigned) { static_cast<void>(a.word.load(std::memory_order_relaxed)); });
        },
        cores_per_socket);
    EXPECT_TRUE(end.ok) << end.error;
    return taken;
  };
  EXPECT_EQ(one_way(2), 100);
  EXPECT_EQ(one_way(1), 1000);
}

TEST(machine, a_fence_waits_for_what_was_written_and_a_plain_store_does_not) {
  auto prices = plain();
  prices.memory = 1000, prices.fence = 10;
  double store = 0, fence = 0;
  const auto end = on(prices, 1, [&] {
    apart a;
    store = time_in([&] { a.word.store(1, std::memory_order_release); });
    fence = time_in([] { machine::fence(std::memory_order_seq_cst); });
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_EQ(store, 0);
  EXPECT_EQ(fence, 1010);
}

TEST(machine, more_threads_than_cores_take_turns) {
  auto prices = plain();
  prices.slice = 1000;
  double taken = 0;
  const auto end = on(prices, 2, [&] {
    taken = together(4, [&](unsigned) {
      for (int n = 0; n != 100; ++n) machine::compute(100);
    });
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_NEAR(taken, 20'000, 1000);
  EXPECT_GE(end.switches, 20u);  // each thread has ten slices
}

TEST(machine, a_sleeper_is_woken_at_the_price_of_the_call_and_the_way) {
  auto prices = plain();
  prices.system_call = 1, prices.wake = 10, prices.wake_latency = 100;
  double waker = 0, sleeper = 0;
  const auto end = on(prices, 2, [&] {
    machine::mutex m;
    machine::condition_variable told;
    bool done = false;
    double woken_at = 0;
    machine::thread other([&] {
      machine::unique_lock lock(m);
      while (!done) told.wait(lock);
      woken_at = now();
    });
    machine::compute(1000);
    double from = 0;
    {
      machine::unique_lock lock(m);
      done = true;
    }
    from = now();
    waker = time_in([&] { told.notify_one(); });
    other.join();
    sleeper = woken_at - from;
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_EQ(waker, 11);
  EXPECT_GE(sleeper, 61);  // an idle processor comes after half of the latency to one and a half
  EXPECT_LE(sleeper, 161);
}

TEST(machine, a_wait_ends_at_its_deadline) {
  double late = 0;
  const auto end = on(plain(), 1, [&] {
    machine::mutex m;
    machine::condition_variable told;
    machine::unique_lock lock(m);
    const auto until = machine::clock::now() + std::chrono::nanoseconds(5000);
    told.wait_until(lock, until);
    late = now() - static_cast<double>(until.time_since_epoch().count());
  });
  EXPECT_TRUE(end.ok) << end.error;
  EXPECT_GE(late, 0);
  EXPECT_LE(late, 10);
}

TEST(machine, a_mutex_is_one_threads_at_a_time) {
  for (std::uint64_t seed = 1; seed != 20; ++seed) {
    int inside = 0;
    const auto six_threads = [&] {
      machine::mutex m;
      static_cast<void>(together(6, [&](unsigned n) {
        for (int i = 0; i != 200; ++i) {
          const machine::unique_lock lock(m);
          EXPECT_EQ(++inside, 1);
          machine::compute(20 + 7 * n);
          --inside;
        }
      }));
    };
    const auto end = on(costs(), 4, six_threads, 64, seed);
    ASSERT_TRUE(end.ok) << end.error;
  }
}

TEST(machine, a_thread_that_polls_gives_its_core_to_another) {
  auto prices = plain();
  prices.clock = 10;
  const auto end = on(prices, 1, [&] {
    machine::atomic<int> word{0};
    machine::thread other([&] { word.store(1, std::memory_order_release); });
    bool found = false;
    EXPECT_LT(
        time_in([&] { found = machine::poll([&] { return word.load(std::memory_order_acquire) == 1; }, std::chrono::milliseconds(100)); }),
        100'000);
    EXPECT_TRUE(found);
    other.join();
  });
  EXPECT_TRUE(end.ok) << end.error;
}

TEST(machine, a_program_that_hangs_is_a_report) {
  const auto end = on(plain(), 2, [] {
    machine::mutex m;
    m.lock();
    m.lock();
  });
  EXPECT_FALSE(end.ok);
  EXPECT_NE(end.error.find("deadlock"), std::string::npos) << end.error;
  EXPECT_NE(end.error.find("machine_test.cpp"), std::string::npos) << end.error;
}

TEST(machine, a_task_that_runs_twice_or_never_is_found) {
  EXPECT_NE(on(plain(), 1,
               [] {
                 books all(2);
                 all.finish(1);
                 all.finish(1);
               })
                .error.find("twice"),
            std::string::npos);
  EXPECT_NE(on(plain(), 1,
               [] {
                 books all(2);
                 all.finish(1);
                 all.wait();
               })
                .error.find("deadlock"),
            std::string::npos);
}

TEST(machine, costs_are_read_by_name) {
  costs prices;
  std::istringstream good("# a machine\nrmw 5.5\nnear_transfer 70\n"), wrong("rnw 5\n");
  read_costs(good, prices);
  EXPECT_EQ(prices.rmw, 5.5);
  EXPECT_EQ(prices.near_transfer, 70);
  EXPECT_THROW(read_costs(wrong, prices), std::invalid_argument);
}

}  // namespace
}  // namespace weir::bench::sim

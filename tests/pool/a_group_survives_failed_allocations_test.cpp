// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class a_group_without_memory : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::mutex_fifo>, pool<queue::none>>;
TYPED_TEST_SUITE(a_group_without_memory, pools, numbered);

// Each time the next allocation fails: of the task, of its place, of the ticket's place in the pool, of the worker.
template <class Pool>
int failures_of_run(unsigned tasks_before) {
  const std::array<char, 200> big{};
  bool happened = true;
  int failures = 0;
  for (int spared = 0; happened && spared < 200; ++spared) {
    auto p = std::make_unique<Pool>(options{.capacity = 1});
    std::atomic<unsigned> ran{0};
    bool threw = false;
    {
      task_group g(*p);
      std::optional<decltype(p->pause())> paused;
      if (tasks_before != 0) paused.emplace(p->pause());  // they keep the group's own places
      for (unsigned n = 0; n != tasks_before; ++n) g.run([&ran] { ++ran; });
      {
        const failing_allocation fail(spared);
        try {
          g.run([&ran, big] { ran += 1U + static_cast<unsigned>(big[0]); });
        } catch (const std::bad_alloc&) {
          threw = true;
        }
        happened = fail.happened();
      }
      EXPECT_EQ(g.wait(), group_result::complete);
      EXPECT_EQ(ran, tasks_before + (threw ? 0 : 1));
      g.run([&ran] { ++ran; });
      EXPECT_EQ(g.wait(), group_result::complete);
      EXPECT_EQ(ran, tasks_before + (threw ? 1 : 2)) << "the group was not as before";
    }
    if (happened) ++failures;
  }
  EXPECT_FALSE(happened) << "it never succeeds";
  return failures;
}

TYPED_TEST(a_group_without_memory, throws_or_runs_the_task) {
  EXPECT_GE(failures_of_run<TypeParam>(0), allocations_are_counted() ? 1 : 0) << "the callable, at least";
}
TYPED_TEST(a_group_without_memory, throws_or_runs_the_task_when_its_own_places_are_taken) {
  EXPECT_GE(failures_of_run<TypeParam>(2), allocations_are_counted() ? 2 : 0) << "the callable and its place in the list, at least";
}

TYPED_TEST(a_group_without_memory, is_not_made) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  TypeParam p{{.capacity = 1}};
  const failing_allocation fail(0);
  EXPECT_THROW(task_group g(p), std::bad_alloc);
}

TEST(a_group, that_had_no_memory_to_ask_for_help_asks_again) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  task_group g(p);
  {
    const failing_allocation fail(0);
    g.run([] {});
    EXPECT_TRUE(fail.happened());
  }
  EXPECT_EQ(p.stats().queued, 0U);
  g.run([] {});
  EXPECT_EQ(p.stats().queued, 1U);
}

/// How many allocations `tasks_at_a_time` tasks of a group cost that has had as many before, on average.
template <class Add>
double allocations_of_a_task(unsigned tasks_at_a_time, Add add) {
  thread_pool p{{.capacity = 1}};
  task_group g(p);
  for (int n = 0; n < 10'000; ++n) g.run([] {});  // warms the pool up
  g.wait();
  p.wait_idle();
  constexpr unsigned rounds = 100;
  const auto before = allocations();
  for (unsigned n = 0; n != rounds; ++n) {
    add(g, tasks_at_a_time);
    g.wait();
  }
  return static_cast<double>(allocations() - before) / (rounds * tasks_at_a_time);
}

TEST(a_group, allocates_nothing_for_tasks_that_take_the_places_of_others) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  const auto one_by_one = [](auto& g, unsigned tasks) {
    for (; tasks != 0; --tasks) g.run([] {});
  };
  EXPECT_LE(allocations_of_a_task(1, one_by_one), 0.01);
  EXPECT_LE(allocations_of_a_task(64, one_by_one), 0.01);
  EXPECT_LE(allocations_of_a_task(128, one_by_one), 0.51) << "it keeps half of them";
}
TEST(a_group, allocates_nothing_for_a_range_of_such_tasks) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  const std::array<void (*)(), 64> all = [] {
    std::array<void (*)(), 64> those{};
    those.fill([] {});
    return those;
  }();
  EXPECT_LE(allocations_of_a_task(64, [&all](auto& g, unsigned) { g.run_bulk(all); }), 0.01);
}
/// A group whose tasks only its waiter runs, the newest first.
struct a_group_without_help {
  thread_pool p{{.capacity = 1}};
  hold busy;
  task_group<thread_pool> g{p};

  a_group_without_help() {
    busy.occupy(p);
    allocations_of(1);  // asks for help once
  }
  /// What so many tasks cost that are added before the first one runs.
  unsigned long allocations_of(unsigned tasks) {
    const auto before = allocations();
    for (; tasks != 0; --tasks) g.run([] {});
    g.wait();
    return allocations() - before;
  }
};

TEST(a_group, keeps_64_places_and_its_own_two) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  a_group_without_help group;
  EXPECT_EQ(group.allocations_of(128), 126U) << "two places are its own";
  EXPECT_EQ(group.allocations_of(128), 62U);
}
TEST(a_group, keeps_the_places_that_a_range_does_not_need) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  a_group_without_help group;
  group.allocations_of(128);
  group.g.run_bulk(std::vector(3, [] {}));
  group.g.wait();
  EXPECT_EQ(group.allocations_of(66), 0U);
}
TEST(a_group, that_refuses_a_range_leaves_nothing_behind) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  thread_pool p{{.capacity = 1}};
  p.shutdown();
  p.join();
  const std::array<void (*)(), 2> refused{[] {}, nullptr};
  const auto before = objects_left();
  {
    task_group g(p);
    for (int n = 0; n != 10; ++n) g.run([] {});
    g.wait();
    EXPECT_THROW(g.run_bulk(refused), std::invalid_argument);
  }
  EXPECT_EQ(objects_left(), before);
}

TEST(a_group, that_has_no_memory_for_its_exceptions_throws_the_first) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  a_group_without_help group;
  task_group g(group.p, {.goes_on = true});
  std::optional<failing_allocation> fail;
  for (const int n : {2, 1}) {
    g.run([&fail, n] {
      fail.reset();
      fail.emplace(0);
      throw n;
    });
  }
  try {
    g.wait();
    ADD_FAILURE();
  } catch (int n) {
    EXPECT_EQ(n, 1);
  }
}

/// A group of two tasks, made by the calling thread: how many allocations it costs on average.
double allocations_of_a_pair(thread_pool& p) {
  const auto pair = [&p] {
    task_group g(p);
    g.run([] {});
    g.run([] {});
    g.wait();
  };
  for (int n = 0; n < 10'000; ++n) pair();
  const auto before = allocations();
  for (int n = 0; n < 100; ++n) pair();
  return static_cast<double>(allocations() - before) / 100;
}

TEST(a_group, of_two_tasks_is_one_allocation_on_a_worker_and_two_elsewhere) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  thread_pool p{{.capacity = 1}};
  EXPECT_LE(p.submit([&p] { return allocations_of_a_pair(p); }).get(), 1.02);
  p.wait_idle();
  EXPECT_LE(allocations_of_a_pair(p), 2.02) << "its link";
}

TEST(a_cancelled_group, keeps_the_places_of_tasks_that_came_too_late) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  thread_pool p({.capacity = 1});
  task_group g(p);
  const auto made_by_two_tasks = [&] {
    const auto before = allocations();
    for (int i = 0; i != 2; ++i) g.run([] {});
    const auto made = allocations() - before;
    g.wait();
    return made;
  };
  static_cast<void>(made_by_two_tasks());  // the ticket
  const auto usual = made_by_two_tasks();
  g.cancel();
  static_cast<void>(made_by_two_tasks());
  EXPECT_EQ(made_by_two_tasks(), usual);
}

}  // namespace
}  // namespace weir::tests

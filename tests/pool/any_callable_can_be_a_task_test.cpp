// SPDX-License-Identifier: Apache-2.0
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

namespace weir::tests {
namespace {

std::atomic<int> runs{0};
void count_a_run() { ++runs; }

class any_callable : public testing::Test {
 protected:
  void SetUp() override { runs = 0; }
  thread_pool p{{.capacity = 1}};
};

TEST_F(any_callable, functions_and_pointers_to_them) {
  give(p, count_a_run);
  give(p, &count_a_run);
  give(p, std::function<void()>(count_a_run));
  p.run(count_a_run);
  p.submit(&count_a_run).get();
  p.wait_idle();
  EXPECT_EQ(runs, 5);
}

TEST_F(any_callable, what_it_returns_is_dropped) {
  give(p, [] { return std::make_unique<int>(1); });
  p.wait_idle();
}

TEST_F(any_callable, lambdas_that_change_themselves_and_const_ones) {
  give(p, [n = 0]() mutable { runs = ++n; });
  const auto constant = [] { ++runs; };
  give(p, constant);
  p.wait_idle();
  EXPECT_EQ(runs, 2);
}

TEST_F(any_callable, references_to_callables_are_not_copied) {
  struct counting {
    int calls = 0;
    counting() = default;
    counting(const counting&) = delete;
    void operator()() { ++calls; }
  } here;
  give(p, std::ref(here));
  p.wait_idle();
  EXPECT_EQ(here.calls, 1);
}

TEST_F(any_callable, move_only_ones_are_moved_never_copied) {
  struct move_only {
    std::unique_ptr<int> held = std::make_unique<int>(7);
    void operator()() const { runs = *held; }
  };
  give(p, move_only{});
  p.wait_idle();
  EXPECT_EQ(runs, 7);
  move_only kept;
  EXPECT_EQ(p.submit([kept = std::move(kept)] { return *kept.held; }).get(), 7);
}

TEST_F(any_callable, big_ones_arrive_whole) {
  std::array<int, 1000> big{};
  for (std::size_t n = 0; n < big.size(); ++n) big[n] = static_cast<int>(n);
  EXPECT_EQ(p.run([big] {
    for (std::size_t n = 0; n < big.size(); ++n)
      if (big[n] != static_cast<int>(n)) return false;
    return true;
  }),
            true);
}

TEST_F(any_callable, the_strictest_alignment_is_kept) {
  struct alignas(256) aligned {
    char filling = 'x';
    void operator()() const {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(this) % 256, 0U);
      EXPECT_EQ(filling, 'x');
      ++runs;
    }
  };
  give(p, aligned{});
  p.run(aligned{});
  struct alignas(16) small {
    void operator()() const {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(this) % 16, 0U);
      ++runs;
    }
  };
  give(p, small{});
  p.wait_idle();
  EXPECT_EQ(runs, 3);
}

TEST_F(any_callable, an_empty_one_is_refused_at_the_door) {
  void (*const null)() = nullptr;
  const std::function<void()> empty;
  EXPECT_THROW(static_cast<void>(p.post(null)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post(empty)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post(task())), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.try_post(null)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post_for(std::chrono::seconds(1), empty)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.submit(null)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.submit(empty)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.submit(task())), std::invalid_argument);
  EXPECT_THROW(p.run(null), std::invalid_argument);
  EXPECT_THROW(p.run(empty), std::invalid_argument);
  give(p, [&] { EXPECT_THROW(p.run(null), std::invalid_argument); });
  p.wait_idle();
  EXPECT_EQ(p.stats().queued, 0U);
}

TEST_F(any_callable, a_task_can_be_submitted_and_run) {
  p.submit(task(count_a_run)).get();
  p.run(task(count_a_run));
  EXPECT_EQ(runs, 2);
}

TEST_F(any_callable, one_whose_copy_throws_leaves_the_pool_as_it_was) {
  struct throws_when_copied {
    throws_when_copied() = default;
    throws_when_copied(const throws_when_copied&) { throw std::runtime_error("no copy today"); }
    void operator()() const { ++runs; }
  };
  const throws_when_copied original;
  EXPECT_THROW(static_cast<void>(p.post(original)), std::runtime_error);
  EXPECT_THROW(static_cast<void>(p.submit(original)), std::runtime_error);
  EXPECT_THROW(p.run(original), std::runtime_error);
  p.wait_idle();
  EXPECT_EQ(runs, 0);
  give(p, count_a_run);
  p.wait_idle();
  EXPECT_EQ(runs, 1);
}

TEST(a_task, owns_its_callable_until_it_gets_another_or_ends) {
  const auto alive = std::make_shared<int>();
  {
    task t([alive] {});
    EXPECT_EQ(alive.use_count(), 2);
    t = task([] {});
    EXPECT_EQ(alive.use_count(), 1);
    t = task([alive, big = std::array<char, 100>{}] { static_cast<void>(big); });
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(a_task, that_is_assigned_to_itself_stays_what_it_is) {
  task t(count_a_run);
  task& same = t;
  t = std::move(same);
  EXPECT_TRUE(t);
}

TEST(a_task, may_be_empty) {
  task nothing;
  task t(std::move(nothing));
  EXPECT_FALSE(t);
  t = task(count_a_run);
  t = task();
  EXPECT_FALSE(t);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

template <class Balance>
class the_end_of_a_multi_pool : public testing::Test {};
using balances = testing::Types<balance::round_robin, balance::least_loaded>;
TYPED_TEST_SUITE(the_end_of_a_multi_pool, balances, numbered);

TYPED_TEST(the_end_of_a_multi_pool, ends_and_begins_as_one) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  EXPECT_FALSE(m.restart());
  EXPECT_FALSE(m.join_for(std::chrono::milliseconds(1)));
  std::array<hold, 2> busy;
  for (std::size_t i = 0; i != 2; ++i) busy[i].occupy(m[i]);
  for (int n = 0; n < 5; ++n) give(m, [] {});
  EXPECT_EQ(m.stop().size(), 5U);
  EXPECT_EQ(m.state(), run_state::closing);
  for (auto& each : busy) each.release();
  m.join();
  EXPECT_EQ(m.state(), run_state::stopped);
  EXPECT_EQ(m.post([] {}), post_result::closed);
  EXPECT_TRUE(m.restart());
  give(m, [] {});
  m.wait_idle();
}

TYPED_TEST(the_end_of_a_multi_pool, joins_each_of_its_pools) {
  for (std::size_t i = 0; i != 2; ++i) {
    multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
    hold busy;
    busy.occupy(m[i]);
    m.shutdown();
    event over;
    std::thread waiter([&] {
      m.join();
      over.set();
    });
    constexpr std::chrono::milliseconds a_moment{20};
    EXPECT_FALSE(over.wait_for(a_moment));
    busy.release();
    EXPECT_TRUE(over.wait_for());
    waiter.join();
    EXPECT_TRUE(m.join_for(patience));
  }
}

TYPED_TEST(the_end_of_a_multi_pool, does_not_begin_again_before_all_have_stopped) {
  for (std::size_t i = 0; i != 2; ++i) {
    multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
    m[i].shutdown();
    m[i].join();
    EXPECT_FALSE(m.restart());
    EXPECT_EQ(m[i].state(), run_state::stopped);
  }
}

// Another thread has restarted the pool in the middle before.
TYPED_TEST(the_end_of_a_multi_pool, says_no_when_it_has_not_begun_all_of_them_again) {
  multi_pool<pool<unreliable_threads, growth::prestart>, TypeParam> m(3, {.capacity = 1});
  m.shutdown();
  m.join();
  bool first = true;
  const unreliable_threads::scope meanwhile([&] {
    if (std::exchange(first, false)) {
      EXPECT_TRUE(m[1].restart());
    }
    return true;
  });
  EXPECT_FALSE(m.restart());
  EXPECT_EQ(m.state(), run_state::open);
}

TYPED_TEST(the_end_of_a_multi_pool, reports_what_nobody_waited_for) {
  testing::internal::CaptureStderr();
  {
    multi_pool<pool<panic::rethrow_at_wait>, TypeParam> m(2, {.capacity = 1});
    for (std::size_t i = 0; i != m.size(); ++i) give(m[i], [i] { throw std::runtime_error("from pool " + std::to_string(i)); });
  }
  const std::string said = testing::internal::GetCapturedStderr();
  for (const auto* what : {"from pool 0", "from pool 1", "no call waited for the multi_pool"})
    EXPECT_NE(said.find(what), std::string::npos) << said;
}

/// What the first pool's task throws is no end of the wait for the second one.
template <class Balance>
struct one_throws_and_one_is_busy {
  multi_pool<pool<panic::rethrow_at_wait>, Balance> m{2, {.capacity = 1}};
  hold busy;

  explicit one_throws_and_one_is_busy(std::error_code thrown) {
    give(m[0], [thrown] { throw std::system_error(thrown); });
    busy.occupy(m[1]);
  }
  /// What the wait throws, which begins while the second pool is busy.
  template <class Wait>
  std::error_code thrown_by(Wait wait) {
    std::error_code thrown;
    event over;
    std::thread waiter([&] {
      try {
        wait();
      } catch (const std::system_error& e) {
        thrown = e.code();
      }
      over.set();
    });
    constexpr std::chrono::milliseconds a_moment{20};
    EXPECT_FALSE(over.wait_for(a_moment)) << "the second pool runs a task";
    busy.release();
    EXPECT_TRUE(over.wait_for());
    waiter.join();
    return thrown;
  }
};

// A code as the pools' own refusal of a wait has is no refusal when a task has thrown it.
TYPED_TEST(the_end_of_a_multi_pool, throws_what_a_task_threw_when_all_have_been_waited_for) {
  for (const auto what : {std::errc::io_error, std::errc::resource_deadlock_would_occur}) {
    one_throws_and_one_is_busy<TypeParam> idle(std::make_error_code(what));
    EXPECT_EQ(idle.thrown_by([&] { idle.m.wait_idle(); }), what);
    one_throws_and_one_is_busy<TypeParam> timed(std::make_error_code(what));
    EXPECT_EQ(timed.thrown_by([&] { timed.m.wait_idle_for(patience); }), what);
    one_throws_and_one_is_busy<TypeParam> ended(std::make_error_code(what));
    ended.m.shutdown();
    EXPECT_EQ(ended.thrown_by([&] { ended.m.join(); }), what);
    EXPECT_EQ(ended.m.state(), run_state::stopped);
    one_throws_and_one_is_busy<TypeParam> in_time(std::make_error_code(what));
    in_time.m.shutdown();
    EXPECT_EQ(in_time.thrown_by([&] { in_time.m.join_for(patience); }), what);
  }
}

TYPED_TEST(the_end_of_a_multi_pool, keeps_what_a_task_threw_for_the_wait_that_completes) {
  one_throws_and_one_is_busy<TypeParam> both(std::make_error_code(std::errc::io_error));
  constexpr std::chrono::milliseconds a_moment{20};
  EXPECT_FALSE(both.m.wait_idle_for(a_moment)) << "it gave up, and threw";
  both.busy.release();
  EXPECT_THROW(both.m.wait_idle(), std::system_error);
  both.m.wait_idle();
}

TYPED_TEST(the_end_of_a_multi_pool, reports_the_second_of_two_exceptions) {
  testing::internal::CaptureStderr();
  {
    multi_pool<pool<panic::rethrow_at_wait>, TypeParam> m(2, {.capacity = 1});
    for (std::size_t i = 0; i != m.size(); ++i) give(m[i], [i] { throw std::runtime_error("from pool " + std::to_string(i)); });
    try {
      m.wait_idle();
      ADD_FAILURE();
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "from pool 0");
    }
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("from pool 1; an earlier one is kept"), std::string::npos) << said;
  EXPECT_EQ(said.find("kept"), said.rfind("kept")) << said;
}

TYPED_TEST(the_end_of_a_multi_pool, refuses_a_wait_under_a_pause_of_its_own_at_once) {
  testing::internal::CaptureStderr();
  {
    multi_pool<pool<panic::rethrow_at_wait>, TypeParam> m(2, {.capacity = 1});
    const auto paused = m.pause();
    for (std::size_t i = 0; i != m.size(); ++i) give(m[i], [] {});
    EXPECT_THROW(m.wait_idle(), std::system_error);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TYPED_TEST(the_end_of_a_multi_pool, lets_its_tasks_post_while_it_is_destroyed) {
  event begun;
  event ending;
  std::atomic<int> refused{0};
  auto m = std::make_unique<multi_pool<thread_pool, TypeParam>>(3, options{.capacity = 1});
  auto& pools = *m;
  give(pools[2], [&] {
    begun.set();
    while (pools.state() == run_state::open) std::this_thread::yield();
    for (int n = 0; n < 10; ++n) refused += pools.post([] {}) == post_result::closed ? 1 : 0;
  });
  ASSERT_TRUE(begun.wait_for());
  m.reset();
  EXPECT_EQ(refused, 10);
}

template <class Balance>
void destroy_from_inside(std::size_t i) {
  auto* m = new multi_pool<thread_pool, Balance>(2, {.capacity = 1});
  hold other;
  other.occupy((*m)[1 - i]);
  static_cast<void>((*m)[i].post([m] { delete m; }));
  constexpr std::chrono::seconds a_while{5};
  static_cast<void>((*m)[i].wait_idle_for(a_while));
  std::_Exit(1);
}

// Also when it is a task of the last one, which the others need not wait for.
TYPED_TEST(the_end_of_a_multi_pool, ends_the_program_when_a_task_destroys_it) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (std::size_t i = 0; i != 2; ++i) {
    EXPECT_EXIT(destroy_from_inside<TypeParam>(i), testing::KilledBySignal(SIGABRT),
                "weir: a multi_pool must not be destroyed by one of its own tasks");
  }
}

/// A pool of which the k-th cannot be made.
struct fragile : thread_pool {
  static inline int alive = 0;
  static inline int fails_at = 0;
  explicit fragile(const options& o) : thread_pool(o) {
    if (alive == fails_at) throw std::runtime_error("on purpose");
    ++alive;
  }
  ~fragile() { --alive; }
};

TEST(a_multi_pool_that_cannot_be_made, leaves_nothing_behind) {
  for (int k = 0; k < 4; ++k) {
    fragile::fails_at = k;
    EXPECT_THROW(multi_pool<fragile>(4), std::runtime_error);
    EXPECT_EQ(fragile::alive, 0);
  }
  fragile::fails_at = 4;
  EXPECT_EQ(multi_pool<fragile>(4).size(), 4U);
  EXPECT_EQ(fragile::alive, 0);
  EXPECT_THROW(multi_pool<fragile>(0), std::invalid_argument);
}

}  // namespace
}  // namespace weir::tests

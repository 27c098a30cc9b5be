// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/timers.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

// Each call is made again and again, and each time the next allocation within it fails, until there is none left to fail.
namespace weir::tests {
namespace {

template <class Pool>
class a_failed_allocation : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::mutex_fifo>, pool<queue::bounded<8>>, pool<queue::none>>;
TYPED_TEST_SUITE(a_failed_allocation, pools, numbered);

/// Calls `f` with its 1st, 2nd, ... allocation failing; `after` sees whether it threw.
template <class F, class After>
void fail_each_allocation(F f, After after) {
  bool happened = true;
  for (int spared = 0; happened; ++spared) {
    bool threw = false;
    {
      const failing_allocation fail(spared);
      try {
        f();
      } catch (const std::bad_alloc&) {
        threw = true;
      }
      happened = fail.happened();
    }
    after(threw);
    ASSERT_LT(spared, 200) << "it never succeeds";
  }
}

// The first post of a pool makes the worker's record and its thread as well.
TYPED_TEST(a_failed_allocation, in_post_either_throws_or_the_task_runs) {
  std::atomic<int> ran{0};
  std::unique_ptr<TypeParam> p;
  const std::array<char, 200> big{};  // too big to live inside a task
  const auto renew = [&] { p = std::make_unique<TypeParam>(options{.capacity = 1}); };
  renew();
  fail_each_allocation([&] { EXPECT_EQ(p->post([&ran, big] { ran += 1 + big[0]; }), post_result::accepted); },
                       [&](bool threw) {
                         p->wait_idle();
                         EXPECT_EQ(ran, threw ? 0 : 1);
                         EXPECT_EQ(p->stats().queued, 0U);
                         EXPECT_EQ(p->stats().running, 0U);
                         ran = 0;
                         give(*p, [&] { ++ran; });
                         p->wait_idle();
                         EXPECT_EQ(ran, 1) << "the pool was not as before";
                         ran = 0;
                         renew();
                       });
}

TYPED_TEST(a_failed_allocation, in_submit_either_throws_or_the_task_runs) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  fail_each_allocation([&] { p.submit([&] { ++ran; }).wait(); },
                       [&](bool threw) {
                         p.wait_idle();
                         EXPECT_EQ(ran, threw ? 0 : 1);
                         ran = 0;
                       });
}

TYPED_TEST(a_failed_allocation, in_post_every_leaves_nothing_that_repeats) {
  std::unique_ptr<TypeParam> p;
  const auto renew = [&] { p = std::make_unique<TypeParam>(options{.capacity = 1}); };
  renew();
  fail_each_allocation([&] { static_cast<void>(post_every(*p, std::chrono::microseconds(1), [] {})); },
                       [&](bool) {
                         EXPECT_TRUE(p->wait_idle_for(patience)) << "it is still repeated";
                         renew();
                       });
}

// A worker that begins a coroutine needs a slot, perhaps a place for the callable, and the frame.
TYPED_TEST(a_failed_allocation, of_a_worker_that_begins_a_coroutine_fails_its_future) {
  if (!allocations_are_counted()) GTEST_SKIP() << "allocations cannot be made to fail here";
  const std::array<char, 200> big{};
  int failures = 0;
  bool happened = true;
  for (int spared = 0; happened; ++spared) {
    TypeParam p({.capacity = 1, .carriers = 1});
    std::optional<failing_allocation> fail;  // of the worker's thread
    ASSERT_EQ(p.post([&] { fail.emplace(spared); }), post_result::accepted);
    auto f = p.submit([big]() -> coroutine<int> { co_return 5 + big[0]; }, std::stop_token());
    p.run([&] {
      happened = fail->happened();
      fail.reset();
    });
    try {
      EXPECT_EQ(f.get(), 5);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    ASSERT_LT(spared, 200) << "it never succeeds";
  }
  EXPECT_GE(failures, 3);
}

TEST(a_failed_allocation_of_a_worker, that_begins_a_repetition_is_reported) {
  if (!allocations_are_counted()) GTEST_SKIP() << "allocations cannot be made to fail here";
  testing::internal::CaptureStderr();
  {
    pool<> p({.capacity = 1});
    std::optional<failing_allocation> fail;
    ASSERT_EQ(p.post([&] { fail.emplace(0); }), post_result::accepted);
    auto guard = p.pause();
    const auto tick = post_every(p, std::chrono::hours(1), [] {});
    guard.resume();
    p.run([&] { fail.reset(); });
    EXPECT_TRUE(tick.over());
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("no call waited for the repetition"), std::string::npos);
}

TYPED_TEST(a_failed_allocation, in_the_constructor_leaks_nothing) {
  fail_each_allocation([] { TypeParam p{{.capacity = 1}}; }, [](bool) {});
}

TEST(a_failed_allocation_of_a_light_pool, in_the_constructor_leaks_nothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation can be made to fail here";
  int failed = 0;
  fail_each_allocation(
      [] {
        try {
          light_pool<> p{{.capacity = 1, .carriers = 1}};
        } catch (const std::system_error&) {  // the memory was missing for its only carrier, without which it cannot be
          throw std::bad_alloc();
        }
      },
      [&](bool threw) { failed += threw ? 1 : 0; });
  EXPECT_GT(failed, 0);
}

TYPED_TEST(a_failed_allocation, leaves_a_task_of_the_callers_alone) {
  std::atomic<int> ran{0};
  int accepted = 0;
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  post_result answer = post_result::accepted;
  for (int n = 0; n < 600 && answer == post_result::accepted; ++n) {  // past the places where the queue needs more memory
    task mine([&] { ++ran; });
    try {
      const failing_allocation fail(0);
      answer = p.try_post(mine);
    } catch (const std::bad_alloc&) {
      ASSERT_TRUE(mine);
      answer = p.try_post(mine);
    }
    ASSERT_EQ(static_cast<bool>(mine), answer != post_result::accepted);
    if (answer == post_result::accepted) ++accepted;
  }
  busy.release();
  p.wait_idle();
  EXPECT_EQ(ran, accepted);
}

// What cannot be handed back is run, so that it is never lost.
TYPED_TEST(a_failed_allocation, in_stop_loses_no_task) {
  std::atomic<int> ran{0};
  std::size_t handed_back = 0;
  int accepted = 0;
  std::unique_ptr<TypeParam> p;
  std::unique_ptr<hold> busy;
  const auto renew = [&] {
    p = std::make_unique<TypeParam>(options{.capacity = 1});
    busy = std::make_unique<hold>();
    busy->occupy(*p);
    accepted = 0;
    for (int n = 0; n < 8; ++n)
      if (p->try_post([&] { ++ran; }) == post_result::accepted) ++accepted;
  };
  renew();
  fail_each_allocation([&] { handed_back = p->stop().size(); },
                       [&](bool threw) {
                         EXPECT_FALSE(threw);
                         busy->release();
                         p->join();
                         EXPECT_EQ(static_cast<int>(handed_back) + ran, accepted);
                         ran = 0;
                         handed_back = 0;
                         renew();
                       });
  busy->release();
}

// The first worker's record has been made. A start in advance searches for nothing, also if it fails.
TEST(a_failed_allocation_of_a_record, keeps_no_worker_from_being_started_later) {
  pool<growth::prestart> p{{.capacity = 1}};
  hold first, second;
  first.occupy(p);
  {
    const failing_allocation no_record(0);
    p.resize(0, 2);
    EXPECT_TRUE(no_record.happened() || !allocations_are_counted());
  }
  give(p, second.task());
  EXPECT_TRUE(second.begun());
}

// What one pool has given back is not lost because another's finds no place.
TEST(a_failed_allocation_of_many_pools, in_purge_loses_no_task) {
  multi_pool<pool<queue::bounded<32>>> m(2, {.capacity = 1});
  std::array<hold, 2> busy;
  for (std::size_t i = 0; i != m.size(); ++i) busy[i].occupy(m[i]);
  std::atomic<int> ran{0};
  std::vector<task> handed_back;
  const auto renew = [&] {
    handed_back.clear();
    for (int n = static_cast<int>(m.stats().queued); n < 40; ++n) give(m, [&] { ++ran; });
  };
  renew();
  fail_each_allocation([&] { handed_back = m.purge(); },
                       [&](bool threw) {
                         EXPECT_FALSE(threw);
                         EXPECT_EQ(handed_back.size() + m.stats().queued, 40U);
                         renew();
                       });
  for (auto& each : busy) each.release();
  m.wait_idle();
  EXPECT_EQ(ran, 40);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <type_traits>

namespace weir::tests {
namespace {

/// Waits for tasks of its own pool, `depth` of them one within the other.
template <class Pool>
int nested(Pool& p, int depth) {
  if (depth == 0) return 0;
  return blocking_region(p, [&] { return p.submit([&p, depth] { return nested(p, depth - 1); }).get() + 1; });
}

template <class Pool>
class a_blocking_region : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::bounded<4>>, pool<queue::none>, pool<queue::stealing>, pool<growth::on_backlog<9>>,
                             pool<workers::none>, pool<expiry::after_idle>, pool<queue::none, workers::none>, pool<parking::park>>;
TYPED_TEST_SUITE(a_blocking_region, pools);

TYPED_TEST(a_blocking_region, lets_tasks_wait_for_their_own_pool) {
  TypeParam p{{.capacity = 1}};
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(p.submit([&] { return nested(p, 20); }).get(), 20);
    p.wait_idle();
    EXPECT_LE(p.stats().workers, 1U);
    EXPECT_EQ(p.stats().blocked, 0U);
  }
  EXPECT_LE(p.stats().peak_workers, 21U);
}

TYPED_TEST(a_blocking_region, keeps_to_the_limit) {
  TypeParam p{{.capacity = 1, .extra_workers = 2}};
  bool refused = false;
  try {
    EXPECT_EQ(p.submit([&] { return nested(p, 2); }).get(), 2);
    p.submit([&] { return nested(p, 3); }).get();
  } catch (const std::system_error& e) {
    refused = e.code() == std::errc::resource_deadlock_would_occur;
  } catch (const not_run& e) {
    refused = TypeParam::config_type::hands_over && e.reason() == post_result::full;
  }
  EXPECT_TRUE(refused);
  p.wait_idle();
  EXPECT_EQ(p.stats().peak_workers, 3U);
  EXPECT_LE(p.stats().workers, 1U);
}

TEST(a_blocking_region_of_one_worker, counts_once) {
  thread_pool p({.capacity = 1});
  p.submit([&] {
     blocking_region(p, [&] {
       blocking_region(p, [&] { EXPECT_EQ(p.stats().blocked, 1U); });
       EXPECT_EQ(p.stats().blocked, 1U);
     });
     EXPECT_EQ(p.stats().blocked, 0U);
   }).get();
}

TEST(a_blocking_region_elsewhere, calls_the_function) {
  thread_pool p({.capacity = 1}), other({.capacity = 1});
  EXPECT_EQ(blocking_region(p, [] { return 7; }), 7);
  other.submit([&] { blocking_region(p, [&] { EXPECT_EQ(p.stats().blocked + other.stats().blocked, 0U); }); }).get();
}

TEST(a_blocking_region_elsewhere, calls_the_function_in_a_task_that_a_caller_runs) {
  pool<queue::bounded<1>, blocking::caller_runs> p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  bool ran = false;
  const auto has_a_region = [&] { blocking_region(p, [&] { ran = p.stats().blocked == 0; }); };
  EXPECT_EQ(p.post(has_a_region), post_result::accepted);
  EXPECT_TRUE(ran);
}

TEST(a_blocking_region_passes_on, what_its_function_returns_and_throws) {
  thread_pool p({.capacity = 1});
  int x = 0;
  p.submit([&] {
     static_assert(std::is_same_v<decltype(blocking_region(p, [&]() -> int& { return x; })), int&>);
     EXPECT_EQ(&blocking_region(p, [&]() -> int& { return x; }), &x);
     EXPECT_EQ(*blocking_region(p, [] { return std::make_unique<int>(3); }), 3);
     EXPECT_THROW(blocking_region(p, [] { throw std::logic_error("no"); }), std::logic_error);
     EXPECT_EQ(p.stats().blocked, 0U);
   }).get();
}

TEST(a_wait_without_a_region, is_refused_as_before) {
  thread_pool p({.capacity = 1});
  p.submit([&] {
     auto later = p.submit([] {});
     EXPECT_THROW(later.get(), std::system_error);
     blocking_region(p, [&] { later.get(); });
   }).get();
}

TEST(a_blocking_region_with_other_limits, brings_no_more_than_the_store_or_the_queue_serves) {
  pool<workers::ring<1>> full({.capacity = 1});
  EXPECT_THROW(full.submit([&] { return nested(full, 1); }).get(), std::system_error);
  pool<workers::ring<2>> one({.capacity = 1});
  EXPECT_EQ(one.submit([&] { return nested(one, 1); }).get(), 1);
}

TEST(a_blocking_region_with_other_limits, goes_with_a_resize) {
  thread_pool p({.capacity = 2, .extra_workers = 1});
  event inside, on;
  auto a = p.submit([&] {
    blocking_region(p, [&] {
      inside.set();
      EXPECT_TRUE(on.wait_for());
    });
  });
  ASSERT_TRUE(inside.wait_for());
  p.resize(0, 1);
  EXPECT_EQ(p.stats().capacity, 1U);
  EXPECT_EQ(p.submit([] { return 5; }).get(), 5);  // on the worker that runs instead
  EXPECT_EQ(p.stats().peak_workers, 2U);
  on.set();
  a.get();
  p.wait_idle();
  EXPECT_LE(p.stats().workers, 1U);
}

TEST(a_blocking_region_in_a_pool_that_grows_late, has_a_worker_for_the_clock) {
  pool<growth::on_backlog<9>> p({.capacity = 1});
  const auto sleeps = []() -> coroutine<int> {
    co_await sleep_for(std::chrono::milliseconds(1));
    co_return 6;
  };
  EXPECT_EQ(p.submit([&] { return blocking_region(p, [&] { return p.submit(sleeps).get(); }); }).get(), 6);
}

TEST(a_blocking_region_of_several_pools, is_one_of_the_pool_that_runs_the_task) {
  multi_pool<thread_pool> p(2, {.capacity = 1});
  EXPECT_EQ(p.submit([&] {
               return blocking_region(p, [&] {
                 EXPECT_EQ(p.stats().blocked, 1U);
                 return p.submit([] { return 3; }).get() + p.submit([] { return 4; }).get();
               });
             }).get(),
            7);
  EXPECT_EQ(blocking_region(p, [] { return 8; }), 8);
}

TEST(a_blocking_region_of_several_pools, is_one_of_each_for_its_tasks) {
  multi_pool<thread_pool> p(2, {.capacity = 1});
  for (std::size_t i = 0; i != p.size(); ++i)
    EXPECT_EQ(p[i].submit([&, i] { return blocking_region(p, [&, i] { return p[i].stats().blocked; }); }).get(), 1U);
}

/// Its function waits for calls of its own pool.
struct countdown {
  static inline std::function<int(int)> submit;
  static int run(int n) { return n == 0 ? 0 : submit(n - 1) + 1; }
};

TEST(a_blocking_region_of_a_function_pool, brings_a_worker) {
  auto p = make_function_pool(&countdown::run, {.capacity = 1});
  countdown::submit = [&p](int n) { return blocking_region(p, [&] { return p.submit(n).get(); }); };
  EXPECT_EQ(p.submit(5).get(), 5);
  countdown::submit = nullptr;
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/cancellable_future.hpp>
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/from_here.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>
#include <weir/sleep.hpp>
#include <weir/then.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

TEST(stats, of_a_pool_at_rest_and_at_work) {
  pool<queue::bounded<4>> p{{.capacity = 2, .min_workers = 1}};
  stats s = p.stats();
  EXPECT_EQ(s.capacity, 2U);
  EXPECT_EQ(s.min_workers, 1U);
  EXPECT_EQ(s.workers + s.idle + s.running + s.queued + s.waiting + s.failed_starts, 0U);
  hold a;
  hold b;
  a.occupy(p);
  b.occupy(p);
  for (int n = 0; n < 4; ++n) give(p, [] {});
  std::thread submitter([&] { give(p, [] {}); });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  s = p.stats();
  EXPECT_EQ(s.workers, 2U);
  EXPECT_EQ(s.running, 2U);
  EXPECT_EQ(s.idle, 0U);
  EXPECT_EQ(s.queued, 4U);
  EXPECT_EQ(s.waiting, 1U);
  EXPECT_EQ(s.suspended, 0U) << "threads hold what they run";
  a.release();
  b.release();
  submitter.join();
  p.wait_idle();
  s = p.stats();
  EXPECT_EQ(s.workers, 2U);
  EXPECT_EQ(s.idle, 2U);
  EXPECT_EQ(s.running + s.queued + s.waiting, 0U);
}

TEST(a_join_result, says_no_until_it_is_given) { EXPECT_FALSE(join_result()); }

template <class Pool>
class totals : public testing::Test {};
using pools =
    testing::Types<pool<observer::counters, panic::ignore>, pool<observer::counters, panic::ignore, queue::bounded<4>>,
                   pool<observer::counters, panic::ignore, queue::none>, pool<observer::counters, panic::ignore, expiry::after_idle>>;
TYPED_TEST_SUITE(totals, pools, numbered);

TYPED_TEST(totals, add_up_after_every_kind_of_end) {
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  std::uint64_t thrown = 0;
  TypeParam p{{.capacity = 2, .idle_after = std::chrono::microseconds(50)}};
  for (int life = 0; life < 10; ++life) {
    for (int n = 0; n < 200; ++n) {
      const bool throws = n % 3 == 0;
      const auto task = [throws] {
        if (throws) throw 1;
      };
      const post_result r = n % 2 == 0 ? p.try_post(task) : p.post(task);
      if (r == post_result::accepted) {
        ++accepted;
        if (throws) ++thrown;
      } else {
        ++refused;
      }
    }
    p.wait_idle();
    const stats s = p.stats();
    ASSERT_EQ(s.accepted, accepted);
    ASSERT_EQ(s.refused, refused);
    ASSERT_EQ(s.panicked, thrown);
    ASSERT_EQ(s.completed, accepted - thrown);
    p.shutdown();
    EXPECT_EQ(p.try_post([] {}), post_result::closed);
    ++refused;
    p.join();
    ASSERT_TRUE(p.restart());
  }
}

TYPED_TEST(totals, count_what_submit_and_run_do) {
  TypeParam p{{.capacity = 1}};
  p.submit([] {}).get();
  EXPECT_THROW(p.run([] { throw 1; }), int);
  p.wait_idle();
  p.shutdown();
  EXPECT_THROW(p.run([] {}), not_run);
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 2U);
  EXPECT_EQ(s.completed, 2U) << "what a future tells is no panic";
  EXPECT_EQ(s.refused, 1U);
}

TYPED_TEST(totals, know_which_submitted_tasks_failed) {
  TypeParam p{{.capacity = 2}};
  const auto fails = [] { throw 1; };
  std::uint64_t failed = 0;
  const auto one_more = [&](auto future) {
    EXPECT_THROW(future.get(), int);
    p.wait_idle();
    EXPECT_EQ(p.stats().failed, ++failed);
  };
  p.submit([] {}).get();
  one_more(p.submit(fails));
  one_more(p.submit(fails, std::stop_token(), context(1), from_here()));
  one_more(p.submit([]() -> coroutine<int> {
    co_await sleep_for(std::chrono::microseconds(1));
    throw 1;
  }));
  one_more(submit_cancellable(p, fails));
  one_more(then(p.submit([] {}), p, fails));
  EXPECT_THROW(p.run(fails), int);
  p.wait_idle();
  EXPECT_EQ(p.stats().failed, ++failed);
  give(p, fails);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_THROW(p.submit(fails, stopped.get_token()).get(), not_run);
  p.wait_idle();
  const stats s = p.stats();
  EXPECT_EQ(s.failed, failed) << "what the panic policy gets has failed no future, and what did not run has not failed";
  EXPECT_EQ(s.panicked, 1U);
  EXPECT_EQ(s.completed, 2 + failed) << "they are among the completed ones";
}

TEST(totals_of_other_pools, know_which_submitted_tasks_failed) {
  function_pool<void (*)(int), int, observer::counters> f([](int n) { throw n; }, {.capacity = 1});
  EXPECT_THROW(f.submit(1).get(), int);
  f.wait_idle();
  EXPECT_EQ(f.stats().failed, 1U);

  light_pool<observer::all_of<observer::counters, observer::histograms>> l{{.capacity = 1}};
  EXPECT_THROW(l.submit([]() -> coroutine<> {
                  co_await yield();
                  throw 1;
                }).get(),
               int);
  l.wait_idle();
  EXPECT_EQ(l.stats().failed, 1U);
  {
    share part(l, {.capacity = 1});
    EXPECT_THROW(part.submit([] { throw 1; }).get(), int);
  }
  l.wait_idle();
  EXPECT_EQ(l.stats().failed, 2U);
}

}  // namespace
}  // namespace weir::tests

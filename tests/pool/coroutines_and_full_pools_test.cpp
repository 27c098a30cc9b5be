// SPDX-License-Identifier: Apache-2.0
// Coroutines on pools of threads that are often full, and on those that are watched.
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/pool/coroutine_claims.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>

namespace weir::tests {
namespace {

using pools = testing::Types<pool<queue::bounded<1>, blocking::wait_at_most<1>>, pool<queue::none, blocking::wait_at_most<1>>,
                             pool<queue::bounded<2>, blocking::reject>, pool<queue::none, blocking::reject>,
                             pool<queue::bounded<2>, blocking::caller_runs>, pool<queue::none, blocking::caller_runs>,
                             pool<queue::bounded<2>, blocking::overflow_spawn>, pool<queue::none, blocking::overflow_spawn>,
                             pool<observer::counters>, pool<observer::trace>>;
INSTANTIATE_TYPED_TEST_SUITE_P(full_pools, coroutines, pools, numbered);

// What waits for its begin may be dropped; what has begun may not.
TEST(coroutines_that_wait, are_never_discarded) {
  const auto all_sleepers_end = [](auto& p) {
    std::stop_source stopper;
    tally asleep, woken;
    for (int n = 0; n != 10; ++n) {
      insist(p, [&]() -> coroutine<> {
        asleep.add();
        static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
        woken.add();
      });
      ASSERT_TRUE(asleep.reaches(n + 1));
    }
    hold held;
    held.occupy(p);
    for (int n = 0; n != 20; ++n) static_cast<void>(p.post([]() -> coroutine<> { co_await yield(); }));
    EXPECT_EQ(p.stats().discarded, 19U);
    held.release();
    stopper.request_stop();
    p.wait_idle();
    EXPECT_EQ(woken.count(), 10);
  };
  pool<queue::bounded<1>, blocking::discard_oldest, observer::counters> oldest({.capacity = 1});
  all_sleepers_end(oldest);
  pool<queue::bounded<1>, blocking::discard_newest, observer::counters> newest({.capacity = 1});
  all_sleepers_end(newest);
}

}  // namespace
}  // namespace weir::tests

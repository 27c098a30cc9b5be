// SPDX-License-Identifier: Apache-2.0
// A resize starts as many workers as the growth policy wants more than before, whatever has become of those that it wanted then.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <cstddef>

namespace weir::tests {
namespace {

template <class Pool>
void end_all_workers(Pool& p, unsigned n) {
  ASSERT_TRUE(eventually([&] { return p.stats().idle == n; }));
  while (n-- != 0) {
    give(p, [] { pthread_exit(nullptr); });
    ASSERT_TRUE(eventually([&] { return p.stats().workers == n; }));
  }
}

TEST(a_resize, to_the_same_or_less_starts_no_worker) {
  pool<growth::prestart> p({.capacity = 3});
  end_all_workers(p, 3);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().workers, 0U);
  p.resize(0, 2);
  EXPECT_EQ(p.stats().workers, 0U);
}

TEST(a_resize, to_less_starts_no_worker_beyond_the_minimum) {
  pool<growth::prestart> p({.capacity = 3, .prestart_min_workers = true});
  end_all_workers(p, 3);
  p.resize(1, 2);
  EXPECT_EQ(p.stats().workers, 1U);
}

TEST(a_resize, to_more_starts_the_difference) {
  pool<growth::prestart> p({.capacity = 2});
  end_all_workers(p, 2);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().workers, 1U);
}

/// Wants half the workers at once.
struct half {
  using axis = axes::growth;
  template <class>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return capacity - capacity / 2; }
    static constexpr bool wants(std::size_t) noexcept { return true; }
  };
};

TEST(a_resize, starts_no_worker_where_growth_does_not_want_all_at_once) {
  pool<half> p({.capacity = 2});
  ASSERT_EQ(p.stats().workers, 1U);
  p.resize(0, 6);
  EXPECT_EQ(p.stats().workers, 1U);
}

TEST(a_closing_token, of_a_closed_pool_is_stopped) {
  pool<> p({.capacity = 1});
  p.shutdown();
  EXPECT_TRUE(p.closing_token().stop_requested());
}

TEST(a_light_pool, counts_its_suspended_coroutines) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  async_semaphore permits(0);
  for (int n = 0; n != 2; ++n) give(p, [&]() -> coroutine<> { co_await permits.acquire(); });
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 2; }));
  for (int n = 0; n != 2; ++n) permits.release();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests

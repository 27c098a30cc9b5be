// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/bounded.hpp>
#include <weir/presets/cached.hpp>
#include <weir/presets/fixed.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <type_traits>
#include <vector>

namespace weir::tests {
namespace {

template <class Preset, class Pool>
constexpr bool is_the_pool = std::is_same_v<typename Preset::basic_pool, Pool> && std::is_base_of_v<Pool, Preset>;

static_assert(is_the_pool<presets::ants<>, pool<queue::none, workers::lifo, blocking::wait, expiry::after_idle, panic::log_and_continue>>);
static_assert(is_the_pool<presets::ants<expiry::never, observer::counters, blocking::wait_at_most<2>>,
                          pool<queue::none, blocking::wait_at_most<2>, expiry::never, panic::log_and_continue, observer::counters>>,
              "what is given replaces what is there, in any order, or adds to it");
static_assert(is_the_pool<presets::bounded<4, blocking::reject>, pool<queue::bounded<4>, blocking::reject, expiry::after_idle>>);

TEST(preset_fixed, has_all_its_workers_from_the_beginning) {
  presets::fixed<> p{{.capacity = 3}};
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 3; }));
}

TEST(preset_cached, gives_every_task_a_worker_and_uses_idle_ones_again) {
  presets::cached<> p{{.capacity = 3}};
  {
    hold a;
    hold b;
    a.occupy(p);
    b.occupy(p);
    EXPECT_EQ(p.stats().workers, 2U);
  }
  p.wait_idle();
  p.run([] {});
  EXPECT_EQ(p.stats().workers, 2U);
}

TEST(preset_cached, has_no_limit_unless_it_is_given_one) {
  presets::cached<> p;
  EXPECT_EQ(p.stats().capacity, std::numeric_limits<unsigned>::max());
  std::vector<hold> all(4 * std::thread::hardware_concurrency() + 1);
  for (hold& each : all) each.occupy(p);
  EXPECT_EQ(p.stats().running, all.size());
  for (hold& each : all) each.release();
  EXPECT_EQ((presets::cached<workers::ring<8>, expiry::never>().stats().capacity), 8U);
  EXPECT_EQ(presets::cached<growth::prestart>().stats().capacity, thread_pool().stats().capacity);
}

TEST(preset_bounded, lets_so_many_tasks_wait) {
  presets::bounded<2> p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  for (int n = 0; n < 2; ++n) EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  EXPECT_EQ(p.try_post([] {}), post_result::full);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/ring.hpp>

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>

namespace weir::tests {
namespace {

// Five workers take part in the suite: rings with just enough places, with more, and with a number that divides nothing.
using rings = testing::Types<workers::ring<5>, workers::ring<8>, workers::ring<7>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ring, workers_conformance, rings, numbered);

TEST(ring, the_work_goes_round) {
  pool<workers::ring<3>> p{{.capacity = 3}};
  {
    std::array<hold, 3> tasks;
    for (hold& each : tasks) each.occupy(p);
  }
  const auto all_rest = [&] { return p.stats().idle == 3; };
  std::array<std::thread::id, 3> turns;
  for (std::size_t n = 0; n < 90; ++n) {
    ASSERT_TRUE(eventually(all_rest));
    const auto who = p.run([] { return std::this_thread::get_id(); });
    if (n >= 3) {
      ASSERT_EQ(who, turns[n % 3]) << "the worker that rested longest was passed over";
    }
    turns[n % 3] = who;
  }
  EXPECT_NE(turns[0], turns[1]);
  EXPECT_NE(turns[1], turns[2]);
  EXPECT_NE(turns[0], turns[2]);
}

TEST(ring, a_pool_has_no_more_workers_than_the_ring_has_places) {
  using three = pool<workers::ring<3>>;
  EXPECT_THROW((three{{.capacity = 4}}), std::invalid_argument);
  three p{{.capacity = 1}};
  EXPECT_THROW(p.resize(0, 4), std::invalid_argument);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().capacity, 3U);
  EXPECT_EQ((pool<workers::ring<1>>{}.stats().capacity), 1U) << "the default is cut to what fits";
}

/// Wherever in its places the ring begins, and whichever of its workers is taken out, the others stay in their order.
TEST(ring, takes_out_any_worker_wherever_the_ring_begins) {
  constexpr unsigned places = 6;
  using store = workers::ring<places>::on<platform::native>;
  for (unsigned begin = 0; begin != places; ++begin)
    for (unsigned count = 1; count <= places; ++count)
      for (unsigned out = 0; out != count; ++out) {
        store idle;
        std::array<store::hook, places> workers;
        for (unsigned n = 0; n != begin; ++n) {
          idle.push(workers[0]);
          ASSERT_EQ(idle.pop(), &workers[0]);
        }
        for (unsigned n = 0; n != count; ++n) idle.push(workers[n]);
        idle.remove(workers[out]);
        idle.push(workers[out]);
        for (unsigned n = 0; n != count; ++n) {
          if (n == out) continue;
          ASSERT_EQ(idle.pop(), &workers[n]) << count << " workers from place " << begin << " on, without number " << out;
        }
        ASSERT_EQ(idle.pop(), &workers[out]);
        ASSERT_EQ(idle.pop(), nullptr);
      }
}

using namespace std::chrono_literals;
using shrinking = pool<queue::none, workers::ring<4>, expiry::after_idle, manual_clock>;

void use_all_four(shrinking& p) {
  std::array<hold, 4> tasks;
  for (hold& each : tasks) each.occupy(p);
}

TEST(ring, shrinks_when_no_task_comes) {
  shrinking p{{.capacity = 4, .min_workers = 1, .idle_after = 10s}};
  use_all_four(p);
  p.wait_idle();
  manual_clock::clock::advance(10s - 1ns);
  EXPECT_EQ(p.stats().workers, 4U);
  manual_clock::clock::advance(1ns);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  use_all_four(p);
  EXPECT_EQ(p.stats().workers, 4U) << "the places of those that have left are used again";
}

/// As with ants: the worker that has been idle longest has the next task, so a slow but steady load keeps all of them.
TEST(ring, keeps_what_a_steady_load_keeps_using) {
  shrinking p{{.capacity = 4, .idle_after = 10s}};
  use_all_four(p);
  p.wait_idle();
  for (int n = 0; n != 40; ++n) {
    ASSERT_TRUE(eventually([&] { return p.stats().idle == 4; }));
    manual_clock::clock::advance(2s);
    p.run([] {});
  }
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 4; }));
  manual_clock::clock::advance(5s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 3; })) << "the oldest has been idle for 11 s";
  p.run([] {});
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  manual_clock::clock::advance(5s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; })) << "one task in ten seconds keeps one worker";
}

}  // namespace
}  // namespace weir::tests

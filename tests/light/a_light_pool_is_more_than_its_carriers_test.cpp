// SPDX-License-Identifier: Apache-2.0
// What a light pool's carriers and workers take over from its options and their past, and what not.
#include <weir/concepts/blocking_choice.hpp>
#include <weir/concepts/panic_choice.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/any.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/panic/any.hpp>
#include <weir/policies/queue/bounded.hpp>

#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <stdexcept>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Its carriers are a pool of another type, which would refuse them.
TEST(a_light_pool, keeps_what_its_policies_are_to_read_from_the_options) {
  light_pool<queue::bounded<>, blocking::any, panic::any> p({.capacity = 1,
                                                             .carriers = 1,
                                                             .queue_limit = std::size_t{8},
                                                             .blocking = blocking_choice::wait,
                                                             .most_waiting = 3,
                                                             .panic = panic_choice::ignore});
  give(p, [] { throw std::runtime_error("ignored"); });
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
}

TEST(a_light_pool, has_carriers_though_it_is_not_told_how_many) {
  light_pool<> p({.capacity = 1});
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
}

// The places of workers that have left are used again after a while.
TEST(a_light_worker, is_as_old_as_its_last_beginning_says) {
  light_pool<expiry::after_age, manual_clock> p({.capacity = 1, .carriers = 1, .max_age = 10s});
  const auto works = [&] {
    give(p, [] {});
    p.wait_idle();
  };
  for (int life = 0; life != 600; ++life) {
    manual_clock::clock::advance(10s);
    works();  // the last one of the life before, or the first one of this
    for (int n = 0; n != 3; ++n) {
      works();
      ASSERT_EQ(p.stats().workers, 1U) << "in life " << life;
    }
  }
}

}  // namespace
}  // namespace weir::tests

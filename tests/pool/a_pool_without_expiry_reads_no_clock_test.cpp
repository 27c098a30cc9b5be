// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace weir::tests {
namespace {

/// The native platform, whose clock counts how often it is read.
struct counted_clock : platform::native {
  struct clock : native::clock {
    static inline std::atomic<int> readings{0};
    static time_point now() noexcept {
      ++readings;
      return native::clock::now();
    }
  };
};

/// How often a pool, whose parking does not look at the time, reads the clock while its workers start, run, rest, run again and end.
template <class Expiry>
int readings() {
  counted_clock::clock::readings = 0;
  {
    pool<Expiry, parking::park, counted_clock> p{{.capacity = 2}};
    for (int round = 0; round < 10; ++round) {
      for (int n = 0; n < 100; ++n) give(p, [] {});
      p.wait_idle();
    }
  }
  return counted_clock::clock::readings;
}

TEST(a_pool_without_expiry, reads_no_clock) {
  EXPECT_GT(readings<expiry::after_idle>(), 0);
  EXPECT_EQ(readings<expiry::never>(), 0);
}

}  // namespace
}  // namespace weir::tests

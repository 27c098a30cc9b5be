// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/coarse_time.hpp>

#include <weir/platform/native.hpp>

#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace weir::platform {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST(coarse_time, is_the_time_some_ticks_ago) {
  const nanoseconds coarse = coarse_time<native>::after(nanoseconds::min());
  const nanoseconds exact = exact_time<native>::after(nanoseconds::max());
  EXPECT_LE(coarse, exact);
  EXPECT_TRUE(tests::eventually([exact] { return coarse_time<native>::after(nanoseconds::min()) >= exact; }));
}

TEST(coarse_time, is_later_than_the_last_one) {
  const nanoseconds first = coarse_time<native>::after(nanoseconds::min());
  nanoseconds last = first;
  for (int n = 0; n != 1000; ++n) {
    const nanoseconds next = coarse_time<native>::after(last);
    EXPECT_GT(next, last);
    last = next;
  }
  EXPECT_EQ(coarse_time<native>::after(last + 1h), last + 1h + 1ns);
}

struct only_exact {
  struct clock {
    static std::chrono::steady_clock::time_point now() noexcept { return std::chrono::steady_clock::time_point(7s); }
  };
};

TEST(coarse_time, is_exact_on_a_clock_that_has_no_other) {
  EXPECT_EQ(coarse_time<only_exact>::after(1s), 7s);
  EXPECT_EQ(coarse_time<only_exact>::after(7s), 7s + 1ns);
  EXPECT_EQ(exact_time<only_exact>::after(8s), 7s);
  EXPECT_EQ(coarse_time<only_exact>::after(nanoseconds::max()), nanoseconds::max()) << "there is no later one";
}

}  // namespace
}  // namespace weir::platform

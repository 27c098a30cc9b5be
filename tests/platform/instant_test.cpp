// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>

#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <concepts>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;
using time_point = clock::time_point;
using instant = platform::instant<clock>;

template <class Clock, class Duration>
using at = std::chrono::time_point<Clock, Duration>;

TEST(an_instant, is_a_time_point_of_any_resolution) {
  EXPECT_EQ(time_point(instant(time_point(7ns))), time_point(7ns));
  EXPECT_EQ(time_point(instant(at<clock, std::chrono::hours>(2h))), time_point(2h));
  EXPECT_EQ(time_point(instant(at<clock, std::chrono::duration<double>>(0.5s))), time_point(500ms));
}

TEST(an_instant, of_the_native_clock_is_one_of_the_steady_clock) {
  const auto before = std::chrono::steady_clock::now();
  const auto now = clock::now();
  EXPECT_LE(time_point(instant(before)), now);
  EXPECT_GE(time_point(instant(std::chrono::steady_clock::now())), now);
  EXPECT_EQ(time_point(instant(at<std::chrono::steady_clock, std::chrono::seconds>(9s))), time_point(9s));
}

TEST(an_instant, saturates) {
  EXPECT_EQ(time_point(instant(at<clock, std::chrono::hours>::max())), time_point::max());
  EXPECT_EQ(time_point(instant(at<clock, std::chrono::hours>::min())), time_point::min());
  EXPECT_EQ(time_point(instant(std::chrono::steady_clock::time_point::max())), time_point::max());
}

static_assert(!std::convertible_to<std::chrono::system_clock::time_point, instant>, "another time");
static_assert(!std::convertible_to<std::chrono::steady_clock::time_point, platform::instant<manual_clock::clock>>, "another time");
static_assert(std::convertible_to<manual_clock::clock::time_point, platform::instant<manual_clock::clock>>);

}  // namespace
}  // namespace weir::tests

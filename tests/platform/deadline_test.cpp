// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/deadline.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using platform::no_later_than;
using clock = platform::native::clock;
using time_point = clock::time_point;

constexpr time_point epoch{};

TEST(a_deadline, is_so_much_later) {
  EXPECT_EQ(no_later_than(epoch + 1s, 2s), epoch + 3s);
  EXPECT_EQ(no_later_than(epoch + 1s, -2s), epoch - 1s);
  EXPECT_EQ(no_later_than(time_point::max() - 2s, 2s), time_point::max());
  EXPECT_EQ(no_later_than(time_point::max() - 2s, 2s - 1ns), time_point::max() - 1ns);
  EXPECT_EQ(no_later_than(time_point::min() + 2s, -2s), time_point::min());
}

TEST(a_deadline, does_not_pass_the_ends_of_time) {
  for (const auto from : {time_point::min(), epoch - 1h, epoch, epoch + 1h, time_point::max()}) {
    EXPECT_EQ(no_later_than(from, 0s), from);
    const bool is_later = no_later_than(from, std::chrono::hours::max()) > from;
    EXPECT_EQ(is_later, from != time_point::max());
    const bool is_earlier = no_later_than(from, std::chrono::hours::min()) < from;
    EXPECT_EQ(is_earlier, from != time_point::min());
  }
  EXPECT_EQ(no_later_than(epoch + 1ns, std::chrono::nanoseconds::max()), time_point::max());
  EXPECT_EQ(no_later_than(epoch - 1ns, std::chrono::nanoseconds::min()), time_point::min());
  EXPECT_EQ(no_later_than(time_point::max(), 1ns), time_point::max());
  EXPECT_EQ(no_later_than(time_point::min(), -1ns), time_point::min());
}

TEST(a_deadline, at_the_end_of_time_is_none) {
  const time_point end = time_point::max();
  EXPECT_EQ(platform::finite(end), nullptr);
  EXPECT_EQ(platform::finite(epoch), &epoch);
}

TEST(a_deadline, is_counted_from_now) {
  const auto before = clock::now();
  const auto due = platform::deadline_in<platform::native>(1h);
  EXPECT_GE(due, before + 1h);
  EXPECT_LE(due, clock::now() + 1h);
  EXPECT_EQ(platform::deadline_in<platform::native>(std::chrono::hours::max()), time_point::max());
}

}  // namespace
}  // namespace weir::tests

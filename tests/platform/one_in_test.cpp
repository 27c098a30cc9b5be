// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/one_in.hpp>

#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace weir::platform {
namespace {

template <class Draw>
int drawn(int calls, Draw draw) {
  int all = 0;
  for (int n = 0; n != calls; ++n) all += draw() ? 1 : 0;
  return all;
}

TEST(one_in, of_one_is_each) { EXPECT_EQ(drawn(100, one_in<1, native>), 100); }

TEST(one_in, draws_about_as_many_as_it_says) {
  const int all = drawn(160'000, one_in<16, native>);
  EXPECT_GT(all, 9'500);
  EXPECT_LT(all, 10'500);
}

TEST(one_in, does_not_draw_in_a_pattern) {
  // Of two draws in a row, one in 16 has both.
  const int pairs = drawn(160'000, [] {
    const bool first = one_in<4, native>();
    return one_in<4, native>() && first;
  });
  EXPECT_GT(pairs, 9'500);
  EXPECT_LT(pairs, 10'500);
}

TEST(one_in, is_random_in_threads_that_draw_once) {
  int all = 0;
  for (int n = 0; n != 400; ++n) std::thread([&all] { all += one_in<4, native>() ? 1 : 0; }).join();
  EXPECT_GT(all, 50);
  EXPECT_LT(all, 150);
}

TEST(one_in, of_threads_that_draw_once_does_not_draw_in_a_pattern) {
  int both = 0;
  bool before = false;
  for (int n = 0; n != 4000; ++n) {
    bool drawn = false;
    std::thread([&drawn] { drawn = one_in<16, native>(); }).join();
    both += drawn && before ? 1 : 0;
    before = drawn;
  }
  EXPECT_LT(both, 60) << "16 are expected";
}

TEST(one_in, does_not_draw_in_a_pattern_of_many) {
  for (int apart = 1; apart <= 1 << 14; apart *= 2) {
    const int all = drawn(400, [apart] {
      for (int n = 1; n != apart; ++n) static_cast<void>(one_in<16, native>());
      return one_in<16, native>();
    });
    EXPECT_GT(all, 4) << "of one in " << apart << "; 25 are expected";
    EXPECT_LT(all, 75) << apart;
  }
}

struct draws_nothing {};

TEST(one_in, is_each_on_a_platform_that_does_not_draw) { EXPECT_EQ(drawn(100, one_in<16, draws_nothing>), 100); }

}  // namespace
}  // namespace weir::platform

// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/spare_slots.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <array>

namespace weir::tests {
namespace {

using P = platform::native;
using spares = engine::spare_slots<P>;

TEST(spare_slots, are_given_newest_first) {
  spares s;
  std::array<engine::resumable<P>, 3> each;
  EXPECT_EQ(s.take(), nullptr);
  for (auto& one : each) s.keep(one);
  EXPECT_EQ(s.count(), 3U);
  EXPECT_EQ(s.take(), &each[2]);
  EXPECT_EQ(s.take(), &each[1]);
  s.keep(each[2]);
  EXPECT_EQ(s.count(), 2U);
  EXPECT_EQ(s.take(), &each[2]);
  EXPECT_EQ(s.take(), &each[0]);
  EXPECT_EQ(s.take(), nullptr);
  EXPECT_EQ(s.count(), 0U);
}

TEST(spare_slots, are_full_with_two_batches) {
  spares s;
  std::array<engine::resumable<P>, 2 * spares::batch> each;
  for (auto& one : each) {
    EXPECT_FALSE(s.full());
    s.keep(one);
  }
  EXPECT_TRUE(s.full());
  EXPECT_EQ(s.take(), &each.back());
  EXPECT_FALSE(s.full());
}

TEST(spare_slots, know_the_workers_turn) {
  spares s;
  engine::resumable<P> one;
  s.runs_turn(true);
  EXPECT_EQ(s.not_suspended(), 1U);
  EXPECT_EQ(s.count(), 0U);
  s.keep(one);
  EXPECT_EQ(s.not_suspended(), 2U);
  s.runs_turn(false);
  EXPECT_EQ(s.not_suspended(), 1U);
}

}  // namespace
}  // namespace weir::tests

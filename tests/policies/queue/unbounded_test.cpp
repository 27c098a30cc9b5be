// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/unbounded.hpp>

#include "tests/conformance/queue_conformance.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

struct slots {
  template <class Case>
  static std::string GetName(int n) {
    return std::array{"segments_of_1", "segments_of_2", "segments_of_3", "as_shipped"}[static_cast<std::size_t>(n)];
  }
};

// Tiny segments, so that every few calls cross a border and segments come back again and again.
using chains = testing::Types<queue_case<queue::unbounded_by<1>>, queue_case<queue::unbounded_by<2>>, queue_case<queue::unbounded_by<4, 0>>,
                              queue_case<queue::unbounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(unbounded, queue_conformance, chains, slots);

TEST(unbounded, reuses_its_segments) {
  queue::unbounded_by<4, 25>::on<platform::native, int> q;
  int i = 0;
  for (int lap = 0; lap < 3; ++lap) {
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  for (int n = 0; n < 100; ++n) {  // the most that are in use at once
    EXPECT_EQ(q.try_push(i), push_result::pushed);
  }
  while (q.try_pop(i)) {
  }
  const unsigned long before = allocations();
  for (int lap = 0; lap < 50; ++lap) {
    for (int n = 0; n < 90; ++n) EXPECT_EQ(q.try_push(i), push_result::pushed);
    while (q.try_pop(i)) {
    }
  }
  EXPECT_EQ(allocations(), before);
}

template <std::size_t Slots>
void begins_again() {
  for (std::uint64_t before = 0; before != 2 * Slots + 1; ++before) {
    typename queue::unbounded_by<Slots, 0>::template on<platform::native, int> q((std::uint64_t{1} << 40) - before);
    int next = 0;
    for (int i = 0; i != 100; ++i) {
      for (int item : {2 * i, 2 * i + 1}) ASSERT_EQ(q.try_push(item), push_result::pushed);
      ASSERT_EQ(q.size(), static_cast<std::size_t>(i + 2));
      int out = -1;
      ASSERT_TRUE(q.try_pop(out));
      ASSERT_EQ(out, next++);
    }
    for (int out; q.try_pop(out);) ASSERT_EQ(out, next++);
    EXPECT_EQ(next, 200);
    EXPECT_TRUE(q.empty());
    const auto room_in_the_first = before % Slots == 0 ? Slots : before % Slots;
    EXPECT_EQ(q.trim(), room_in_the_first <= 200) << "a segment is free when its last task has left";
  }
}

/// Positions have forty bits.
TEST(unbounded, goes_on_after_a_trillion_tasks) {
  begins_again<1>();
  begins_again<2>();
  begins_again<256>();
}

}  // namespace
}  // namespace weir::tests

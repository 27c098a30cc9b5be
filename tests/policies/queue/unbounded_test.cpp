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
using chains = testing::Types<queue_case<queue::unbounded_by<1>>, queue_case<queue::unbounded_by<2>>, queue_case<queue::unbounded_by<3>>,
                              queue_case<queue::unbounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(unbounded, queue_conformance, chains, slots);

TEST(unbounded, reuses_its_segments) {
  queue::unbounded_by<4>::on<platform::native, int> q;
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

}  // namespace
}  // namespace weir::tests

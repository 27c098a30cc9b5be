// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>

#include "tests/conformance/queue_conformance.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

struct room {
  template <class Case>
  static std::string GetName(int) {
    return "room_for_" + std::to_string(Case::room);
  }
};

using rings = testing::Types<queue_case<queue::bounded<1>, 1>, queue_case<queue::bounded<2>, 2>, queue_case<queue::bounded<3>, 3>,
                             queue_case<queue::bounded<64>, 64>>;
INSTANTIATE_TYPED_TEST_SUITE_P(bounded, queue_conformance, rings, room);

TEST(bounded, costs_a_cache_line_per_slot_and_never_allocates) {
  using ring = queue::bounded<8>::on<platform::native, std::array<char, 48>>;
  EXPECT_LE(sizeof(ring), 64U * (8 + 3));
  const unsigned long before = allocations();
  ring q;
  std::array<char, 48> i{};
  for (int n = 0; n < 100; ++n) {
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/pool/given_tasks.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace weir::tests {
namespace {

struct of_numbers {
  using platform = platform::native;
  using task = std::unique_ptr<int>;
  static constexpr bool hands_oldest_over = true;
};

TEST(given_tasks, come_in_their_order_however_the_ring_grows) {
  engine::given_tasks<of_numbers> given;
  int pushed = 0;
  int popped = 0;
  std::unique_ptr<int> t;
  for (int round = 0; round != 50; ++round) {
    for (int n = 0; n != 3; ++n) {
      ASSERT_TRUE(given.reserve());
      t = std::make_unique<int>(pushed++);
      given.push(t);
      EXPECT_EQ(t, nullptr);
    }
    ASSERT_TRUE(given.pop(t));
    EXPECT_EQ(*t, popped++);
    EXPECT_EQ(given.size(), static_cast<std::size_t>(pushed - popped));
  }
  while (given.pop(t)) EXPECT_EQ(*t, popped++);
  EXPECT_EQ(popped, pushed);
  EXPECT_EQ(given.size(), 0U);
}

}  // namespace
}  // namespace weir::tests

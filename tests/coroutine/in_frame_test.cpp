// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/in_frame.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace weir::tests {
namespace {

struct alignas(64) wide {
  explicit wide(int n) : number(n), alive(std::make_shared<int>(n)) {}
  int number;
  std::shared_ptr<int> alive;
};
using frame = engine::in_frame<wide>;
static_assert(alignof(frame) < alignof(wide));

// g++ puts a frame at any multiple of operator new's alignment.
TEST(in_frame, finds_an_aligned_place_inside_wherever_it_lies) {
  alignas(64) std::byte room[sizeof(frame) + 64];
  for (std::size_t offset = 0; offset != 64; offset += alignof(frame)) {
    auto* const f = ::new (static_cast<void*>(room + offset)) frame;
    const wide& made = f->emplace(3);
    const auto at = reinterpret_cast<std::uintptr_t>(&made), begin = reinterpret_cast<std::uintptr_t>(f);
    EXPECT_EQ(at % alignof(wide), 0U) << offset;
    EXPECT_GE(at, begin);
    EXPECT_LE(at + sizeof(wide), begin + sizeof(frame)) << offset;
    EXPECT_EQ((**f).number, 3);
    std::destroy_at(f);
  }
}

TEST(in_frame, has_a_value_from_emplace_to_its_end) {
  std::weak_ptr<int> first, second;
  {
    frame f;
    EXPECT_FALSE(f);
    first = f.emplace(1).alive;
    EXPECT_TRUE(f);
    second = f.emplace(2).alive;
    EXPECT_TRUE(first.expired()) << "the value before is destroyed";
    EXPECT_FALSE(second.expired());
    EXPECT_EQ((*std::move(f)).number, 2);
  }
  EXPECT_TRUE(second.expired());
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/frame_cache.hpp>

#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace weir::tests {
namespace {

using engine::frame_cache;

/// Takes `count` blocks of `size` bytes: how many of them came from the heap? They go back to `back`.
unsigned long fresh_among(frame_cache* from, frame_cache* back, std::size_t count, std::size_t size) {
  std::vector<void*> blocks(count);
  const unsigned long before = allocations();
  for (void*& each : blocks) each = frame_cache::allocate(from, size);
  const unsigned long fresh = allocations() - before;
  for (void* each : blocks) frame_cache::release(back, each, size);
  return fresh;
}

class a_frame_cache : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_are_counted()) GTEST_SKIP();
  }
};

TEST_F(a_frame_cache, gives_blocks_again) {
  frame_cache cache;
  EXPECT_EQ(fresh_among(&cache, &cache, 100, 200), 100U);
  EXPECT_EQ(fresh_among(&cache, &cache, 100, 200), 0U);
  EXPECT_EQ(fresh_among(&cache, &cache, 101, 200), 1U);
}

TEST_F(a_frame_cache, keeps_the_sizes_apart) {
  frame_cache cache;
  static_cast<void>(fresh_among(&cache, &cache, 4, 56));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 57), 1U);
  EXPECT_EQ(fresh_among(&cache, &cache, 4, 1), 0U) << "56 bytes and less are one size";
  EXPECT_EQ(fresh_among(&cache, &cache, 4, 120), 3U) << "57 to 120 are the next";
}

TEST_F(a_frame_cache, passes_big_blocks_through) {
  frame_cache cache;
  static_cast<void>(fresh_among(&cache, &cache, 1, 2040));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 2040), 0U);
  static_cast<void>(fresh_among(&cache, &cache, 1, 2041));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 2041), 1U);
}

TEST_F(a_frame_cache, keeps_64_kib_of_each_size_and_no_more) {
  frame_cache cache;
  for (const std::size_t step : {64U, 128U, 192U, 2048U}) {
    const std::size_t room = step - 8;
    const std::size_t kept = 65536 / step;
    static_cast<void>(fresh_among(&cache, &cache, kept + 10, room));
    for (int round = 0; round != 2; ++round) EXPECT_EQ(fresh_among(&cache, &cache, kept, room), 0U) << room;
    EXPECT_EQ(fresh_among(&cache, nullptr, kept + 10, room), 10U) << room;
  }
}

TEST_F(a_frame_cache, takes_blocks_of_another_and_of_none) {
  frame_cache giver;
  frame_cache taker;
  EXPECT_EQ(fresh_among(&giver, &taker, 10, 200), 10U);
  EXPECT_EQ(fresh_among(&taker, nullptr, 10, 200), 0U);
  EXPECT_EQ(fresh_among(nullptr, &taker, 10, 200), 10U);
  EXPECT_EQ(fresh_among(&taker, &giver, 10, 200), 0U);
  EXPECT_EQ(fresh_among(nullptr, nullptr, 10, 200), 10U);
}

// A sanitizer sees a block that is too small, and one that nobody frees.
TEST_F(a_frame_cache, gives_whole_aligned_blocks_of_which_the_heap_wastes_nothing) {
  frame_cache cache;
  for (int round = 0; round != 2; ++round) {
    for (std::size_t size = 1; size <= 2100; ++size) {
      void* block = frame_cache::allocate(&cache, size);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
      std::memset(block, 0xff, size);
      const std::size_t room = size <= 2040 ? (size + 7) / 64 * 64 + 56 : malloc_usable_size(block);
      ASSERT_EQ(malloc_usable_size(block), room) << size;
      frame_cache::release(&cache, block, size);
    }
  }
}

TEST_F(a_frame_cache, says_when_there_is_no_memory) {
  frame_cache cache;
  for (const std::size_t size : {100U, 4000U}) {
    failing_allocation next(0);
    EXPECT_THROW(static_cast<void>(frame_cache::allocate(&cache, size)), std::bad_alloc);
  }
}

}  // namespace
}  // namespace weir::tests

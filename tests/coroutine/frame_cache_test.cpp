// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/platform/native.hpp>

#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using engine::free_frame;
using frame_cache = engine::frame_cache<platform::native>;
using frame_depot = engine::frame_depot<platform::native>;

std::vector<void*> taken(frame_cache* from, std::size_t count, std::size_t size) {
  std::vector<void*> blocks(count);
  for (void*& each : blocks) each = frame_cache::allocate(from, size);
  return blocks;
}
void give_back(frame_cache* to, const std::vector<void*>& blocks, std::size_t size) {
  for (void* each : blocks) frame_cache::release(to, each, size);
}
/// Takes `count` blocks of `size` bytes: how many of them came from the heap? They go back to `back`.
unsigned long fresh_among(frame_cache* from, frame_cache* back, std::size_t count, std::size_t size) {
  std::vector<void*> blocks(count);
  const unsigned long before = allocations();
  for (void*& each : blocks) each = frame_cache::allocate(from, size);
  const unsigned long fresh = allocations() - before;
  give_back(back, blocks, size);
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
  EXPECT_EQ(fresh_among(&cache, &cache, 50, 200), 50U);
  EXPECT_EQ(fresh_among(&cache, &cache, 50, 200), 0U);
  EXPECT_EQ(fresh_among(&cache, &cache, 51, 200), 1U);
}

TEST_F(a_frame_cache, loses_none_however_often_one_of_them_is_used) {
  frame_cache cache;
  EXPECT_EQ(fresh_among(&cache, &cache, 3, 200), 3U);
  for (int round = 0; round != 100; ++round) EXPECT_EQ(fresh_among(&cache, &cache, 1, 200), 0U);
  EXPECT_EQ(fresh_among(&cache, &cache, 3, 200), 0U);
}

TEST_F(a_frame_cache, keeps_the_sizes_apart) {
  frame_cache cache;
  static_cast<void>(fresh_among(&cache, &cache, 4, 56));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 57), 1U);
  EXPECT_EQ(fresh_among(&cache, &cache, 4, 41), 0U) << "41 to 56 bytes are one size";
  EXPECT_EQ(fresh_among(&cache, &cache, 4, 72), 3U) << "57 to 72 are the next";
  static_cast<void>(fresh_among(&cache, &cache, 4, 1));
  EXPECT_EQ(fresh_among(&cache, &cache, 4, 24), 0U) << "24 bytes and less are the smallest";
}

TEST_F(a_frame_cache, passes_big_blocks_through) {
  frame_cache cache;
  static_cast<void>(fresh_among(&cache, &cache, 1, 2040));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 2040), 0U);
  static_cast<void>(fresh_among(&cache, &cache, 1, 2041));
  EXPECT_EQ(fresh_among(&cache, &cache, 1, 2041), 1U);
  frame_depot depot;
  cache.share(depot);
  static_cast<void>(fresh_among(&cache, &cache, 1, 2041));
  constexpr std::size_t enough_to_share = 3 * free_frame::batch;
  EXPECT_EQ(fresh_among(&cache, &cache, enough_to_share, 200), enough_to_share) << "and leaves the depot alone";
}

TEST_F(a_frame_cache, keeps_two_batches_of_each_size_for_itself) {
  frame_cache cache;
  constexpr std::size_t kept = 2 * free_frame::batch;
  for (const std::size_t size : {24U, 200U, 2040U}) {
    static_cast<void>(fresh_among(&cache, &cache, 10 * kept, size));
    EXPECT_EQ(fresh_among(&cache, nullptr, kept + 10, size), 10U) << size;
  }
}

TEST_F(a_frame_cache, shares_what_is_more_with_the_others_of_its_pool) {
  frame_depot depot;
  frame_cache giver;
  frame_cache taker;
  giver.share(depot);
  taker.share(depot);
  EXPECT_EQ(fresh_among(&giver, &giver, 50'000, 88), 50'000U);
  EXPECT_EQ(fresh_among(&giver, &giver, 50'000, 88), 0U);
  EXPECT_LE(fresh_among(&taker, &giver, 50'000, 88), 2 * free_frame::batch) << "these the giver keeps for itself";
  EXPECT_EQ(fresh_among(&taker, &taker, 25'000, 88), 0U);
}

TEST_F(a_frame_cache, keeps_no_more_than_its_pool_has_needed) {
  frame_depot depot;
  frame_cache cache;
  cache.share(depot);
  constexpr std::size_t needed = 3 * free_frame::batch;
  static_cast<void>(fresh_among(&cache, &cache, needed, 88));
  give_back(&cache, taken(nullptr, 10'000, 88), 88);
  EXPECT_GE(fresh_among(&cache, nullptr, 10'000, 88), 10'000 - needed - 2 * free_frame::batch);
}

// A block of that size goes back to where the heap's own count sees it. Under a sanitizer the count stands still, and the leak is its own.
TEST_F(a_frame_cache, and_its_depot_leave_nothing_behind) {
  const auto bytes_in_use = [] { return mallinfo2().uordblks; };
  constexpr std::size_t size = 2040;
  const std::size_t before = bytes_in_use();
  {
    frame_depot depot;
    frame_cache cache;
    cache.share(depot);
    static_cast<void>(fresh_among(&cache, &cache, 190, size));
    give_back(&cache, taken(nullptr, 190, size), size);
  }
  EXPECT_LE(bytes_in_use(), before + free_frame::batch * size / 2);
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

// A sanitizer sees a block that is too small, and one that is never freed.
TEST_F(a_frame_cache, gives_whole_aligned_blocks_of_which_the_heap_wastes_nothing) {
  frame_cache cache;
  for (int round = 0; round != 2; ++round) {
    for (std::size_t size = 1; size <= 2100; ++size) {
      std::array<void*, 4> blocks;  // one may be larger, where the heap has a gap of its size and 16 bytes
      std::size_t least = std::numeric_limits<std::size_t>::max();
      for (void*& block : blocks) {
        block = frame_cache::allocate(&cache, size);
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
        std::memset(block, 0xff, size);
        least = std::min(least, malloc_usable_size(block));
      }
      ASSERT_EQ(least, size <= 24 ? 24 : size <= 2040 ? (size + 7) / 16 * 16 + 8 : least) << size;
      for (void* const block : blocks) frame_cache::release(&cache, block, size);
    }
  }
}

TEST_F(a_frame_cache, says_when_there_is_no_memory) {
  frame_depot depot;
  frame_cache cache;
  cache.share(depot);
  for (const std::size_t size : {100U, 4000U}) {
    failing_allocation next(0);
    EXPECT_THROW(static_cast<void>(frame_cache::allocate(&cache, size)), std::bad_alloc);
  }
}

TEST(frame_caches, of_two_threads_give_each_other_blocks) {
  frame_depot depot;
  const auto works = [&] {
    frame_cache mine;
    mine.share(depot);
    for (int round = 0; round != 100; ++round) {
      const auto blocks = taken(&mine, 500, 88);
      for (void* each : blocks) std::memset(each, round, 88);
      give_back(&mine, blocks, 88);
    }
  };
  std::jthread one(works);
  std::jthread other(works);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/storage/segment_store.hpp>

#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

std::atomic<int> alive{0};

struct segment {
  segment() { ++alive; }
  ~segment() { --alive; }
  platform::native::atomic<std::uint64_t> next;
  std::atomic<bool> owned{false};
};
using store = queue::segment_store<platform::native, segment>;

class segment_store : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(alive, 0); }
};

TEST_F(segment_store, makes_a_segment_only_when_none_is_free) {
  store s;
  const auto a = s.acquire();
  const auto b = s.acquire();
  EXPECT_NE(a, b);
  EXPECT_EQ(alive, 2);
  const segment* const home = &s[a];
  s.release(a);
  s.release(b);
  EXPECT_EQ(s.acquire(), b) << "the one that was used last is still warm";
  EXPECT_EQ(s.acquire(), a);
  EXPECT_EQ(&s[a], home) << "a segment stays where it is";
  EXPECT_EQ(alive, 2);
}

TEST_F(segment_store, keeps_thousands_apart) {
  store s;
  std::vector<bool> seen(5000, false);
  for (std::size_t n = 0; n < seen.size(); ++n) {
    const auto id = s.acquire();
    ASSERT_LT(id, seen.size());
    ASSERT_FALSE(seen[id]);
    ASSERT_FALSE(s[id].owned.exchange(true)) << "two numbers for one segment";
    seen[id] = true;
  }
}

TEST_F(segment_store, goes_on_after_a_failed_allocation) {
  if (!allocations_are_counted()) GTEST_SKIP();
  store s;
  for (int n = 0; n < 40; ++n) {
    for (int spared = 0;; ++spared) {
      const failing_allocation fail(spared);
      try {
        static_cast<void>(s.acquire());
        break;
      } catch (const std::bad_alloc&) {
      }
    }
  }
  const auto last = s.acquire();
  s.release(last);
  EXPECT_EQ(s.acquire(), last);
  EXPECT_EQ(alive, 41);
}

// Few segments that come and go all the time: a number that is popped twice, or lost, shows.
TEST_F(segment_store, gives_each_segment_to_one_thread_at_a_time) {
  store s;
  std::atomic<int> twice{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&s, &twice, t] {
      for (int n = 0; n < 20'000; ++n) {
        std::vector<std::uint64_t> mine;
        for (int k = 0; k <= (n + t) % 3; ++k) {
          mine.push_back(s.acquire());
          if (s[mine.back()].owned.exchange(true)) ++twice;
        }
        for (const auto id : mine) {
          s[id].owned = false;
          s.release(id);
        }
      }
    });
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(twice, 0);
  EXPECT_LE(alive, 4 * 3);
}

}  // namespace
}  // namespace weir::tests

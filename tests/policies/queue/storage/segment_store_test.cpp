// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/storage/segment_store.hpp>

#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

std::atomic<int> alive{0};

struct label {
  platform::native::atomic<std::uint64_t> next;
};
struct segment {
  segment() { ++alive; }
  ~segment() { --alive; }
  [[nodiscard]] bool left() const { return users == 0; }
  void blank() { owned = false; }
  std::atomic<int> users{0};
  std::atomic<bool> owned{false};
};
using store = queue::segment_store<platform::native, label, segment, 2>;

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
  const segment* const home = &s[a].segment;
  s.release(a);
  s.release(b);
  EXPECT_EQ(s.acquire(), b) << "the one that was used last is still warm";
  EXPECT_EQ(s.acquire(), a);
  EXPECT_EQ(&s[a].segment, home) << "a segment stays where it is";
  EXPECT_EQ(alive, 2);
}

TEST_F(segment_store, keeps_thousands_apart) {
  store s;
  std::vector<bool> seen(5000, false);
  for (std::size_t n = 0; n < seen.size(); ++n) {
    const auto id = s.acquire();
    ASSERT_LT(id, seen.size());
    ASSERT_FALSE(seen[id]);
    ASSERT_FALSE(s[id].segment.owned.exchange(true)) << "two numbers for one segment";
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

TEST_F(segment_store, leaves_so_many_spares_and_makes_the_others_blank) {
  store s;
  EXPECT_FALSE(s.trim()) << "nothing has been made";
  std::vector<std::uint64_t> ids;
  for (int n = 0; n < 10; ++n) {
    ids.push_back(s.acquire());
    s[ids.back()].segment.owned = true;
  }
  EXPECT_FALSE(s.trim()) << "all are in use";
  for (const auto id : ids) s.release(id);
  int trimmed = 0;
  while (s.trim()) ++trimmed;
  EXPECT_EQ(trimmed, 8);
  int blank = 0;
  for (int n = 0; n < 10; ++n)
    if (!s[s.acquire()].segment.owned) ++blank;
  EXPECT_EQ(blank, 8);
  EXPECT_EQ(alive, 10) << "their numbers are used again";
}

TEST_F(segment_store, has_a_segment_stand_aside_until_everybody_has_left_it) {
  store s;
  const auto a = s.acquire();
  const auto b = s.acquire();
  const auto c = s.acquire();
  s[a].segment.users = 1;
  s[b].segment.users = 1;
  s.release(a);
  s.release(b);
  const auto d = s.acquire();
  EXPECT_EQ(alive, 4) << "one that is being left was given out again";
  s[a].segment.users = 0;
  s.release(c);  // b, which is still being left, stands above a
  s[b].segment.users = 0;
  s.release(d);
  std::vector<std::uint64_t> again{s.acquire(), s.acquire(), s.acquire(), s.acquire()};
  std::ranges::sort(again);
  EXPECT_EQ(again, (std::vector{a, b, c, d})) << "one was lost";
  EXPECT_EQ(alive, 4);
}

struct alignas(platform::page) four_pages {
  std::array<unsigned char, 4 * platform::page> bytes;
  [[nodiscard]] static bool left() { return true; }
  void blank() { bytes.fill(1); }  // not what a segment should do, but it shows what the system does
};

TEST(segment_store_of_pages, gives_them_back_and_keeps_the_address) {
  queue::segment_store<platform::native, label, four_pages, 0> s;
  const auto id = s.acquire();
  four_pages& it = s[id].segment;
  it.bytes.fill(1);
  s.release(id);
  EXPECT_TRUE(s.trim());
#if defined(__linux__)
  if (::sysconf(_SC_PAGESIZE) <= static_cast<long>(sizeof it)) {
    EXPECT_EQ(std::count(it.bytes.begin(), it.bytes.end(), 0), static_cast<std::ptrdiff_t>(sizeof it));
  }
#endif
  EXPECT_EQ(s.acquire(), id);
  EXPECT_EQ(&s[id].segment, &it);
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
          if (s[mine.back()].segment.owned.exchange(true)) ++twice;
        }
        if (n % 3 == 0) static_cast<void>(s.trim());
        for (const auto id : mine) {
          s[id].segment.owned = false;
          s.release(id);
        }
      }
    });
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(twice, 0);
  EXPECT_LE(alive, 2 * 4 * 3) << "a thread holds three; one that found none may have made another while those were on their way";
}

}  // namespace
}  // namespace weir::tests

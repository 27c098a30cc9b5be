// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>

#include <weir/platform/backoff.hpp>
#include <weir/platform/pages.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/smaller_of.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace weir::platform {
namespace {

using namespace std::chrono_literals;

TEST(native_poll, looks_until_it_has_found) {
  for (const int wanted : {1, 3, 1000}) {
    int looks = 0;
    EXPECT_TRUE(native::poll([&] { return ++looks == wanted; }, 1h));
    EXPECT_EQ(looks, wanted);
  }
}

TEST(native_poll, ends_with_its_time) {
  int looks = 0;
  EXPECT_FALSE(native::poll([&] { return ++looks, false; }, 1us));
  EXPECT_GT(looks, 1);
}

TEST(a_native_condition_variable, holds_the_lock_after_a_wait) {
  native::mutex m;
  native::condition_variable news;
  tests::event locked;
  native::unique_lock lock(m);
  news.wait_until(lock, native::clock::now() - 1s);
  std::thread other([&] {
    const native::unique_lock its(m);
    locked.set();
  });
  EXPECT_FALSE(locked.wait_for(20ms));
  lock.unlock();
  other.join();
}

/// ThreadSanitizer, which does not know sem_clockwait, sees that what was notified happened before what the woken thread does.
TEST(a_native_condition_variable, wakes_threads_that_wait_until_a_time_without_a_race) {
  native::mutex m;
  native::condition_variable changed;
  int tokens = 0;
  constexpr int rounds = 1000;
  {
    std::vector<std::jthread> takers;
    for (int t = 0; t != 3; ++t)
      takers.emplace_back([&, never = native::clock::now() + std::chrono::hours(1)] {
        for (int n = 0; n != rounds; ++n) {
          native::unique_lock lock(m);
          while (tokens == 0) changed.wait_until(lock, never);
          --tokens;
        }
      });
    for (int n = 0; n != 3 * rounds; ++n) {
      {
        const native::unique_lock lock(m);
        ++tokens;
      }
      n % 3 == 0 ? changed.notify_all() : changed.notify_one();
    }
  }
  EXPECT_EQ(tokens, 0);
}

TEST(a_native_thread, is_joinable_until_it_is_joined) {
  EXPECT_FALSE(native::thread().joinable());
  native::thread t([] {});
  EXPECT_TRUE(t.joinable());
  t.join();
  EXPECT_FALSE(t.joinable());
}

struct counted_pauses {
  static inline unsigned pauses = 0;
  static void relax() noexcept { ++pauses; }
};

TEST(backoff, pauses_twice_as_long_each_time_up_to_a_bound) {
  backoff<counted_pauses> wait;
  std::vector<unsigned> lengths;
  for (int n = 0; n != 5; ++n) {
    counted_pauses::pauses = 0;
    wait();
    lengths.push_back(counted_pauses::pauses);
  }
  EXPECT_EQ(lengths, (std::vector<unsigned>{128, 256, 512, 512, 512}));
}

TEST(smaller_of, and_larger_of_are_the_same_as_min_and_max) {
  EXPECT_EQ(smaller_of(2, 3), 2);
  EXPECT_EQ(smaller_of(3, 2), 2);
  EXPECT_EQ(larger_of(2, 3), 3);
  EXPECT_EQ(larger_of(3, 2), 3);
}

TEST(report, of_no_exception_says_that_the_thread_was_ended) {
  testing::internal::CaptureStderr();
  report(nullptr, "so it goes on");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: a task ended a thread that must not end there; so it goes on\n");
}

// What the system has taken back reads as zero.
TEST(give_pages_back, gives_back_whole_pages_and_no_part_of_another) {
  const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const map = ::mmap(nullptr, 5 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(map, MAP_FAILED);
  auto* const bytes = static_cast<unsigned char*>(map);
  const auto kept = [&](std::size_t offset, std::size_t length) {
    std::memset(map, 7, 5 * size);
    give_pages_back(bytes + offset, length);
    std::vector<bool> whole;
    for (std::size_t page = 0; page != 5; ++page) whole.push_back(bytes[page * size] == 7 && bytes[(page + 1) * size - 1] == 7);
    return whole;
  };
  using pages = std::vector<bool>;
  EXPECT_EQ(kept(size, 2 * size), (pages{true, false, false, true, true}));
  EXPECT_EQ(kept(size + 1, 2 * size), (pages{true, true, false, true, true}));
  EXPECT_EQ(kept(size + 1, size), (pages{true, true, true, true, true}));
  EXPECT_EQ(kept(size + 1, 1), (pages{true, true, true, true, true}));
  ::munmap(map, 5 * size);
}

}  // namespace
}  // namespace weir::platform

// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/system_mutex.hpp>

#include <weir/platform/futex_word.hpp>
#include <weir/platform/native.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace weir::platform {
namespace {

/// A thread of this process, as the system knows it.
struct seen_thread {
  tests::event began;
  long id = 0;

  void begin() {
    id = ::syscall(SYS_gettid);
    began.set();
  }
  /// It waits in a call of the system.
  [[nodiscard]] bool sleeps() const {
    std::ifstream stat("/proc/self/task/" + std::to_string(id) + "/stat");
    std::string line;
    std::getline(stat, line);
    const auto end_of_name = line.rfind(") ");
    return end_of_name != std::string::npos && line.at(end_of_name + 2) == 'S';
  }
};

TEST(a_system_mutex, is_one_threads_at_a_time) {
  system_mutex m;
  int number = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t != 4; ++t)
      threads.emplace_back([&] {
        for (int n = 0; n != 20000; ++n) {
          const std::lock_guard lock(m);
          ++number;
        }
      });
  }
  EXPECT_EQ(number, 80000);
}

TEST(a_system_mutex, lets_all_that_wait_for_it_sleep_and_then_have_it) {
  system_mutex m;
  int number = 0;
  std::vector<seen_thread> seen(3);
  std::vector<std::jthread> threads;
  {
    const std::lock_guard lock(m);
    for (seen_thread& each : seen)
      threads.emplace_back([&] {
        each.begin();
        const std::lock_guard its(m);
        ++number;
      });
    for (seen_thread& each : seen) {
      ASSERT_TRUE(each.began.wait_for());
      EXPECT_TRUE(tests::eventually([&] { return each.sleeps(); }));
    }
    EXPECT_EQ(number, 0);
  }
  threads.clear();
  EXPECT_EQ(number, 3);
}

#if defined(FUTEX_WAIT_PRIVATE) && defined(SYS_futex)
TEST(a_system_mutex, is_one_word) { EXPECT_EQ(sizeof(system_mutex), sizeof(unsigned)); }

TEST(a_futex_word, lets_no_thread_sleep_that_expects_another_value) {
  futex_word w(1);
  w.wait(2);
  unsigned seen = 1;
  EXPECT_TRUE(w.compare_exchange_strong(seen, 2, std::memory_order_relaxed, std::memory_order_relaxed));
  w.wait(1);
  EXPECT_EQ(w.exchange(3, std::memory_order_relaxed), 2U);
}

TEST(a_futex_word, leaves_errno_as_it_is) {
  futex_word w(1);
  errno = ERANGE;
  w.wait(2);
  EXPECT_EQ(errno, ERANGE);
}
#endif

TEST(a_native_condition_variable, wakes_a_thread_that_sleeps) {
  native::mutex m;
  native::condition_variable news;
  bool ready = false;
  seen_thread sleeper;
  std::jthread its([&] {
    sleeper.begin();
    native::unique_lock lock(m);
    while (!ready) news.wait(lock);
  });
  ASSERT_TRUE(sleeper.began.wait_for());
  EXPECT_TRUE(tests::eventually([&] { return sleeper.sleeps(); }));
  {
    const native::unique_lock lock(m);
    ready = true;
  }
  news.notify_one();
  its.join();
  EXPECT_TRUE(ready);
}

}  // namespace
}  // namespace weir::platform

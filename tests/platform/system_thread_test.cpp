// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>
#include <weir/platform/posix_thread.hpp>
#include <weir/platform/standard_thread.hpp>
#include <weir/platform/system_thread.hpp>
#include <weir/pool.hpp>

#include "tests/support/numbered.hpp"
#include "tests/support/sanitizer.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <latch>
#include <memory>
#include <system_error>
#include <type_traits>
#include <utility>

namespace weir::tests {
namespace {

/// The native platform with another kind of thread.
template <class Thread>
struct platform_of : platform::native {
  class thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, platform::where = platform::where::current())
        : value_(std::move(f), traits) {}
    [[nodiscard]] bool joinable() const noexcept { return value_.joinable(); }
    void join(platform::where = platform::where::current()) { value_.join(); }

   private:
    Thread value_;
  };
};

template <class Thread>
class a_system_thread : public testing::Test {};
#if __has_include(<pthread.h>) && !defined(_WIN32)
static_assert(std::is_same_v<platform::system_thread, platform::posix_thread>);
using threads = testing::Types<platform::posix_thread, platform::standard_thread>;
#else
static_assert(std::is_same_v<platform::system_thread, platform::standard_thread>);
using threads = testing::Types<platform::standard_thread>;
#endif
TYPED_TEST_SUITE(a_system_thread, threads, numbered);

TYPED_TEST(a_system_thread, runs_its_function_before_it_is_joined) {
  std::unique_ptr<int> only_moves = std::make_unique<int>(7);
  int seen = 0;
  TypeParam t([mine = std::move(only_moves), &seen] { seen = *mine; }, {});
  EXPECT_TRUE(t.joinable());
  t.join();
  EXPECT_FALSE(t.joinable());
  EXPECT_EQ(seen, 7);
}

TYPED_TEST(a_system_thread, can_be_moved) {
  bool ran = false;
  TypeParam first([&] { ran = true; }, {});
  TypeParam second;
  EXPECT_FALSE(second.joinable());
  second = std::move(first);
  EXPECT_FALSE(first.joinable());
  second.join();
  EXPECT_TRUE(ran);
}

TYPED_TEST(a_system_thread, refuses_to_join_itself) {
  if (under_thread_sanitizer && std::is_same_v<TypeParam, platform::standard_thread>) GTEST_SKIP() << "ThreadSanitizer ends such a program";
  TypeParam t;
  std::latch made(1);
  std::error_code error;
  t = TypeParam(
      [&] {
        made.wait();
        try {
          t.join();
        } catch (const std::system_error& e) {
          error = e.code();
        }
      },
      {});
  made.count_down();
  t.join();
  EXPECT_EQ(error, std::errc::resource_deadlock_would_occur);
}

TYPED_TEST(a_system_thread, takes_traits_that_the_system_may_not_have) {
  bool ran = false;
  TypeParam t([&] { ran = true; }, {.name = "a name that is longer than fifteen", .stack_size = 100'001, .processor = 4095});
  t.join();
  EXPECT_TRUE(ran);
}

TYPED_TEST(a_system_thread, that_is_not_joined_ends_the_program) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH({ TypeParam t([] {}, {}); }, "");
  EXPECT_DEATH(
      {
        TypeParam t([] {}, {});
        t = TypeParam();
      },
      "");
}

#if __has_include(<pthread.h>) && !defined(_WIN32)
TEST(a_posix_thread, for_which_there_is_no_stack_is_refused) {
  const platform::thread_traits large{.stack_size = std::size_t(1) << 60};
  EXPECT_THROW(platform::posix_thread([] {}, large), std::system_error);
}
#endif

TYPED_TEST(a_system_thread, is_enough_for_a_pool) {
  pool<platform_of<TypeParam>> p{{.capacity = 3, .name = "worker"}};
  std::atomic<int> sum = 0;
  for (int n = 1; n <= 1000; ++n) EXPECT_EQ(p.post([&sum, n] { sum += n; }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(sum, 500'500);
}

}  // namespace
}  // namespace weir::tests

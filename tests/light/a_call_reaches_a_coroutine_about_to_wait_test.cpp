// SPDX-License-Identifier: Apache-2.0
// A coroutine that has joined the waiting submitters and is not suspended yet is woken like a suspended one: no other wake may come.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/platform/native.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <string_view>
#include <thread>

namespace weir::tests {
namespace {

/// Lets the test hold a coroutine back that has made up its mind to wait and asks for the lock.
struct late_to_wait : platform::native {
  static inline gate about_to_wait;

  class mutex : public native::mutex {
   public:
    void lock(platform::where at = platform::where::current()) {
      if (std::string_view(at.function).starts_with("await_suspend")) about_to_wait.pass();
      native::mutex::lock(at);
    }
  };
  using unique_lock = platform::unique_lock<mutex>;
  class condition_variable {  // the native one knows only the native lock
   public:
    void wait(unique_lock& lock, platform::where = platform::where::current()) { value_.wait(lock); }
    void wait_until(unique_lock& lock, clock::time_point deadline, platform::where = platform::where::current()) {
      value_.wait_until(lock, std::chrono::steady_clock::time_point(deadline.time_since_epoch()));
    }
    void notify_one(platform::where = platform::where::current()) noexcept { value_.notify_one(); }
    void notify_all(platform::where = platform::where::current()) noexcept { value_.notify_all(); }

   private:
    std::condition_variable_any value_;
  };
};

class a_coroutine_about_to_wait : public testing::Test {
 protected:
  light_pool<late_to_wait> light{{.capacity = 1, .carriers = 1}};
  pool<queue::bounded<1>, late_to_wait> full{{.capacity = 1}};
  hold running, queued;

  void SetUp() override {
    running.occupy(full);
    give(full, queued.task());
  }
  void TearDown() override { late_to_wait::about_to_wait.open(); }

  /// A coroutine's post, which has joined the waiting submitters and looked for room, but is not suspended yet.
  auto posted() {
    late_to_wait::about_to_wait.close();
    auto answer = light.submit([this]() -> basic_coroutine<post_result, late_to_wait> { co_return co_await full.async_post([] {}); });
    EXPECT_TRUE(late_to_wait::about_to_wait.reached());
    return answer;
  }
};

TEST_F(a_coroutine_about_to_wait, hears_of_room) {
  auto answer = posted();
  running.release();
  ASSERT_TRUE(queued.begun()) << "its worker has called the coroutine and takes no other task";
  late_to_wait::about_to_wait.open();
  ASSERT_TRUE(answer.wait_for(patience)) << "the queue is empty, and nobody tells the coroutine";
  EXPECT_EQ(answer.get(), post_result::accepted);
}

// The end of the pool wakes only the first submitter; each one that leaves the queue wakes the next.
TEST_F(a_coroutine_about_to_wait, hears_that_it_is_the_front_one) {
  std::thread ahead([this] { EXPECT_EQ(full.post([] {}), post_result::closed); });
  EXPECT_TRUE(eventually([this] { return full.stats().waiting == 1; }));
  auto answer = posted();
  full.shutdown();
  ahead.join();  // it has left the line; no task is taken before the end of the test
  late_to_wait::about_to_wait.open();
  ASSERT_TRUE(answer.wait_for(patience)) << "the pool is closed, and nobody tells the coroutine";
  EXPECT_EQ(answer.get(), post_result::closed);
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
// A coroutine that has joined the waiting submitters and is not suspended yet is woken like a suspended one: no other wake may come.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/platform/native.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <string_view>
#include <thread>

namespace weir::tests {
namespace {

/// Lets the test hold a coroutine back that has made up its mind to wait and asks for the lock, or that has joined the line and asks for it again.
struct late_to_wait : platform::native {
  static inline gate about_to_wait;
  static inline gate in_line;
  static inline gate about_to_join;  // by schedule()
  static inline std::atomic<int> asleep = 0;  // threads that wait in the pool
  static inline std::atomic<int> visits_at_the_end = 0;  // locks that the destructors of waits took

  class mutex : public native::mutex {
   public:
    void lock(platform::where at = platform::where::current()) {
      thread_local bool has_joined = true;
      const std::string_view caller(at.function);
      if (caller.starts_with("await_suspend")) ((has_joined = !has_joined) ? in_line : about_to_wait).pass();
      if (caller.starts_with("wait_for_room")) about_to_join.pass();
      if (caller.starts_with("~"))
        visits_at_the_end += caller.starts_with("~suspended_submitter") || caller.starts_with("~schedule_awaiter");
      native::mutex::lock(at);
    }
  };
  using unique_lock = platform::unique_lock<mutex>;
  class condition_variable {  // the native one knows only the native lock
   public:
    void wait(unique_lock& lock, platform::where = platform::where::current()) {
      ++asleep;
      value_.wait(lock);
      --asleep;
    }
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
  light_pool<late_to_wait> light{{.capacity = 2, .carriers = 1}};
  pool<queue::bounded<1>, late_to_wait> full{{.capacity = 1}};
  hold running, queued;

  void SetUp() override {
    running.occupy(full);
    give(full, queued.task());
  }
  void TearDown() override {
    late_to_wait::about_to_wait.open();
    late_to_wait::in_line.open();
    late_to_wait::about_to_join.open();
  }

  /// A coroutine's post, which is held back at that gate.
  template <class Pool>
  auto posted(Pool& to, gate& at) {
    at.close();
    auto answer = light.submit([&to]() -> basic_coroutine<post_result, late_to_wait> { co_return co_await to.async_post([] {}); });
    EXPECT_TRUE(at.reached());
    return answer;
  }
  /// One that has looked for room, but is not suspended yet.
  auto posted() { return posted(full, late_to_wait::about_to_wait); }
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

TEST_F(a_coroutine_about_to_wait, hears_that_a_pool_without_a_queue_is_closed) {
  pool<queue::none, late_to_wait> busy{{.capacity = 1}};
  hold held;
  held.occupy(busy);
  auto answer = posted(busy, late_to_wait::about_to_wait);
  busy.shutdown();
  late_to_wait::about_to_wait.open();
  ASSERT_TRUE(answer.wait_for(patience)) << "it waits for a worker of a closed pool";
  EXPECT_EQ(answer.get(), post_result::closed);
}

TEST_F(a_coroutine_about_to_wait, hears_that_it_is_scheduled_to_a_closed_pool) {
  pool<queue::none, late_to_wait> busy{{.capacity = 1}};
  hold held;
  held.occupy(busy);
  late_to_wait::about_to_join.close();
  auto answer = light.submit([&busy]() -> basic_coroutine<post_result, late_to_wait> { co_return co_await busy.schedule(); });
  EXPECT_TRUE(late_to_wait::about_to_join.reached());
  busy.shutdown();
  late_to_wait::about_to_join.open();
  ASSERT_TRUE(answer.wait_for(patience)) << "it waits for a worker of a closed pool";
  EXPECT_EQ(answer.get(), post_result::closed);
}

TEST_F(a_coroutine_about_to_wait, is_waited_for_at_the_end_of_the_pool) {
  auto answer = posted(full, late_to_wait::in_line);
  full.shutdown();
  running.release();
  queued.release();
  ASSERT_TRUE(eventually([this] { return full.stats().workers == 0; }));
  std::thread end([this] { full.join(); });
  EXPECT_TRUE(eventually([] { return late_to_wait::asleep == 1; })) << "the coroutine will take the lock of the pool";
  late_to_wait::in_line.open();
  end.join();
  EXPECT_EQ(answer.get(), post_result::closed);
}

// The pool may have been destroyed.
TEST_F(a_coroutine_about_to_wait, leaves_the_pool_alone_when_it_has_its_answer) {
  late_to_wait::visits_at_the_end = 0;
  auto posts = light.submit([this]() -> basic_coroutine<post_result, late_to_wait> { co_return co_await full.async_post([] {}); });
  EXPECT_TRUE(eventually([this] { return full.stats().waiting == 1; }));
  auto visits = light.submit([this]() -> basic_coroutine<post_result, late_to_wait> { co_return co_await full.schedule(); });
  EXPECT_TRUE(eventually([this] { return full.stats().waiting == 2; }));
  running.release();
  queued.release();
  EXPECT_EQ(posts.get(), post_result::accepted);
  EXPECT_EQ(visits.get(), post_result::accepted);
  light.wait_idle();
  EXPECT_EQ(late_to_wait::visits_at_the_end, 0);
}

}  // namespace
}  // namespace weir::tests

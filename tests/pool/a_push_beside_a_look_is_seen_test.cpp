// SPDX-License-Identifier: Apache-2.0
// A thread that wakes the next worker looks for work under the lock. What comes after that look, and before the lock is released, must not rely on it.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

/// The native platform, where a worker stops, with the pool locked, after a look into a queue that has a lock of its own.
struct stops_after_a_look : platform::native {
  static inline gate has_looked;
  static inline thread_local bool is_worker = false;
  static inline thread_local bool lets_it_go_on = false;  ///< this thread does when it would wait for a lock

  class mutex {
   public:
    void lock(platform::where = platform::where::current()) {
      if (!value_.try_lock()) {
        if (lets_it_go_on) has_looked.open();
        value_.lock();
      }
      ++held;
    }
    void unlock(platform::where = platform::where::current()) noexcept {
      value_.unlock();
      if (--held != 0 && is_worker) has_looked.pass();
    }

   private:
    static inline thread_local int held = 0;
    std::mutex value_;
  };
  using unique_lock = platform::unique_lock<mutex>;

  class condition_variable {
   public:
    void wait(unique_lock& lock, platform::where = platform::where::current()) { value_.wait(lock); }
    void wait_until(unique_lock& lock, clock::time_point t, platform::where = platform::where::current()) {
      if (t == clock::time_point::max()) return wait(lock);
      value_.wait_until(lock, std::chrono::steady_clock::time_point(t.time_since_epoch()));
    }
    void notify_one(platform::where = platform::where::current()) noexcept { value_.notify_one(); }
    void notify_all(platform::where = platform::where::current()) noexcept { value_.notify_all(); }

   private:
    std::condition_variable_any value_;
  };

  class thread : public native::thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, platform::where w = platform::where::current())
        : native::thread(
              [f = std::move(f)]() mutable {
                is_worker = true;
                f();
              },
              traits, w) {}
  };
};
using P = stops_after_a_look;

/// Runs `f` while the worker stands, and then lets it go on: or before, if `f` takes the lock because it has seen that it must.
template <class F>
void after_the_look(F f) {
  EXPECT_TRUE(P::has_looked.reached());
  P::lets_it_go_on = true;
  f();
  P::lets_it_go_on = false;
  P::has_looked.open();
}

TEST(while_a_worker_that_loses_its_thread_looks_for_the_last_time, a_post_starts_another_one) {
  event begun, ran;
  pool<P, queue::mutex_fifo, panic::ignore> p{{.capacity = 1}};
  p.run([] {});
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  give(p, [&] {
    P::has_looked.close();
    begun.set();
    pthread_exit(nullptr);
  });
  ASSERT_TRUE(begun.wait_for());
  after_the_look([&] { give(p, [&] { ran.set(); }); });
  EXPECT_TRUE(ran.wait_for()) << "the task waits beside a free place";
}

TEST(while_a_worker_that_has_taken_the_task_of_a_coroutine_in_line_looks_for_more, a_coroutine_that_becomes_ready_starts_another_one) {
  pool<P> home{{.capacity = 1}};
  pool<P, queue::none> p{{.capacity = 1}};
  basic_async_semaphore<P> permits(0);
  event ran, over;
  bool met = false;
  give(p, [&]() -> basic_coroutine<void, P> {
    co_await permits.acquire();
    ran.set();
  });
  hold busy;
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  busy.occupy(p);
  give(home, [&]() -> basic_coroutine<void, P> {
    auto task = [&] {
      met = ran.wait_for();
      over.set();
    };
    static_cast<void>(co_await p.async_post(std::move(task)));
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1 && home.stats().idle == 1; }));
  P::has_looked.close();
  std::thread resizer([&] { p.resize(0, 3); });  // starts a worker for the task
  after_the_look([&] { permits.release(); });
  over.wait();
  EXPECT_TRUE(met) << "the coroutine waits beside a free place";
  busy.release();
  resizer.join();
  p.wait_idle();
  home.wait_idle();
}

}  // namespace
}  // namespace weir::tests

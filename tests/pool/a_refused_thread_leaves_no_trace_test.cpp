// SPDX-License-Identifier: Apache-2.0
// What a worker leaves that got no thread, that has been relieved of its task, or whose thread cannot be joined yet.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using P = unreliable_threads;

/// Grants all threads but one. The answer to that request may have to wait for the test.
struct refuses_one {
  explicit refuses_one(int which) : which_(which) {}
  bool operator()() {
    if (++asked_ != which_) return true;
    asked.set();
    may_refuse.wait();
    return false;
  }
  event asked, may_refuse;

 private:
  const int which_;
  std::atomic<int> asked_{0};
};

TEST(a_worker_without_a_thread, leaves_its_number_to_the_next_one) {
  refuses_one system(1);
  const P::scope refusing([&] { return system(); });
  system.may_refuse.set();
  pool<P> p{{.capacity = 1}};
  give(p, [] {});
  EXPECT_EQ(p.run([] { return this_worker::number<P>(); }), 0U);
}

TEST(a_worker_without_a_thread, leaves_its_number_to_the_next_one_though_it_had_been_given_a_task) {
  refuses_one system(1);
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 1}};
  std::thread other([&] { give(p, [] {}); });
  EXPECT_TRUE(system.asked.wait_for());
  give(p, [] {});  // the task before is given to the worker that is being started
  system.may_refuse.set();
  other.join();
  p.wait_idle();
  EXPECT_EQ(p.run([] { return this_worker::number<P>(); }), 0U);
}

TEST(a_task_given_to_a_worker_without_a_thread, runs_before_one_that_was_given_to_a_worker_later) {
  refuses_one system(2);
  const P::scope refusing([&] { return system(); });
  event go;
  std::atomic<int> started{0};
  std::string order;
  std::atomic<int> ran{0};
  const auto note = [&](char c) {
    return [&, c] {
      order += c;
      ++ran;
    };
  };
  options o{.capacity = 3};
  o.on_start = [&] {
    if (started++ != 0) go.wait();
  };
  pool<P, queue::bounded<1>, blocking::reject> p{o};
  hold busy;
  busy.occupy(p);
  std::thread other([&] { give(p, note('a')); });
  EXPECT_TRUE(system.asked.wait_for());
  give(p, note('b'));  // the one before is given to the worker that gets no thread, and another one starts
  give(p, note('c'));  // the one before is given to the other
  system.may_refuse.set();
  other.join();
  busy.release();
  EXPECT_TRUE(eventually([&] { return ran == 3; }));
  go.set();
  p.wait_idle();
  EXPECT_EQ(order.front(), 'a');
}

TEST(a_task_given_to_a_worker_without_a_thread, does_not_begin_while_a_pause_is_in_force) {
  refuses_one system(2);
  const P::scope refusing([&] { return system(); });
  std::atomic<int> ran{0};
  pool<P, queue::bounded<1>, blocking::reject> p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  std::thread other([&] { give(p, [&] { ++ran; }); });
  EXPECT_TRUE(system.asked.wait_for());
  give(p, [&] { ++ran; });  // the one before is given to the worker that gets no thread
  std::thread pauser([&] {
    const auto paused = p.pause();
    EXPECT_EQ(ran, 0);
  });
  EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
  system.may_refuse.set();
  other.join();
  busy.release();
  pauser.join();
  p.wait_idle();
  EXPECT_EQ(ran, 2);
}

// It was started in advance, searches since its task was taken over, and finds nothing.
TEST(a_worker_that_loses_its_task_in_its_hook, keeps_no_other_one_from_being_started_later) {
  event go;
  std::atomic<int> started{0};
  options o{.capacity = 2, .min_workers = 2, .prestart_min_workers = true};
  o.on_start = [&] {
    if (started++ == 1) go.wait();
  };
  pool<queue::bounded<1>, blocking::reject> p{o};
  hold busy, again, second, third;
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1 && started == 2; }));
  busy.occupy(p);
  give(p, again.task());
  give(p, [] {});  // the one before is given to the worker in its hook
  busy.release();
  EXPECT_TRUE(again.begun());  // and taken over by the other
  go.set();
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  p.resize(2, 3);
  second.occupy(p);
  give(p, third.task());
  EXPECT_TRUE(third.begun());
}

/// Records are made 64 at a time.
TEST(two_batches_of_light_workers, have_as_many_numbers) {
  constexpr unsigned many = 128;
  light_pool<> p{{.capacity = many, .carriers = 1}};
  async_semaphore permits(0);
  std::mutex lock;
  std::set<unsigned> seen;
  for (unsigned n = 0; n != many; ++n)
    give(p, [&]() -> coroutine<> {
      {
        const std::scoped_lock held(lock);
        seen.insert(this_worker::number().value());
      }
      co_await permits.acquire();
    });
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == many; }));
  for (unsigned n = 0; n != many; ++n) permits.release();
  p.wait_idle();
  EXPECT_EQ(seen.size(), many);
  EXPECT_EQ(*seen.begin(), 0U);
  EXPECT_EQ(*seen.rbegin(), many - 1);
}

/// The native platform, where a join stops at a gate, and a test hears of a thread that waits.
struct slow_join : platform::native {
  static inline gate join_begins;
  static inline thread_local event* waits = nullptr;
  class thread : public native::thread {
   public:
    using native::thread::thread;
    void join(platform::where w = platform::where::current()) {
      join_begins.pass();
      native::thread::join(w);
    }
  };
  class condition_variable : public native::condition_variable {
   public:
    void wait(unique_lock& lock, platform::where w = platform::where::current()) {
      if (waits != nullptr) waits->set();
      native::condition_variable::wait(lock, w);
    }
  };
};

/// What a task leaves in a thread_local object, which joins the pool: its own thread is among those to be joined.
struct joins_itself {
  pool<slow_join>* mine = nullptr;
  event* may_join = nullptr;
  ~joins_itself() {
    if (mine == nullptr) return;
    may_join->wait();
    EXPECT_THROW(mine->join(), std::system_error);
  }
};

TEST(a_thread_that_cannot_join_itself, leaves_that_to_another_one) {
  event may_join, other_waits;
  pool<slow_join> p{{.capacity = 1}};
  p.run([&] {
    static thread_local joins_itself last;
    last.mine = &p;
    last.may_join = &may_join;
  });
  p.shutdown();
  EXPECT_TRUE(eventually([&] { return p.state() == run_state::stopped; }));
  slow_join::join_begins.close();
  may_join.set();
  EXPECT_TRUE(slow_join::join_begins.reached());
  std::thread other([&] {
    slow_join::waits = &other_waits;
    p.join();
  });
  EXPECT_TRUE(other_waits.wait_for());
  slow_join::join_begins.open();
  other.join();
}

}  // namespace
}  // namespace weir::tests

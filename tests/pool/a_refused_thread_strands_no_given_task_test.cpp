// SPDX-License-Identifier: Apache-2.0
// A full queue gives its oldest task to a worker that is being started, and then the system refuses the thread.
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using P = unreliable_threads;

/// Answers the pool's requests for threads one by one, in the test's words: 'y' and 'n' at once, 'Y' and 'N' when the test says so.
class answers {
 public:
  explicit answers(std::string words) : words_(std::move(words)) {}
  bool operator()() {
    const unsigned mine = asked_++;
    const char word = mine < words_.size() ? words_[mine] : words_.back();
    if (word == 'Y' || word == 'N') {
      waits.set();
      speaks.wait();
    }
    return word == 'y' || word == 'Y';
  }
  event waits;   ///< for the test
  event speaks;  ///< the test

 private:
  const std::string words_;
  std::atomic<unsigned> asked_{0};
};

TEST(a_given_task_whose_thread_is_refused, is_not_run_within_another_task) {
  answers system("yNn");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>, blocking::reject> p{{.capacity = 2}};
  std::atomic<bool> first_is_over{false};
  std::string order;
  EXPECT_EQ(p.post([&] {
    EXPECT_EQ(p.try_post([&] {
      EXPECT_TRUE(first_is_over) << "try_post() runs tasks of a pool that has a worker";
      order += 'b';
    }),
              post_result::accepted);
    first_is_over = true;
    order += 'a';
  }),
            post_result::accepted);
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post([&] { order += 'c'; }), post_result::accepted);  // the one before it is given to the worker that is being started
  system.speaks.set();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(order, "abc");
}

TEST(a_given_task_whose_thread_is_refused, runs_before_the_queue_is_empty) {
  answers system("yNn");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>, blocking::reject> p{{.capacity = 2}};
  std::string order;
  event may_end;
  std::function<void()> and_the_next = [&] {
    order += 'x';
    if (order.size() < 5) give(p, and_the_next);
  };
  EXPECT_EQ(p.post([&] {
    EXPECT_EQ(p.try_post([&] { order += 'b'; }), post_result::accepted);
    may_end.wait();
  }),
            post_result::accepted);
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post(and_the_next), post_result::accepted);
  system.speaks.set();
  ASSERT_TRUE(eventually([&] { return p.stats().failed_starts != 0; }));
  may_end.set();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(order, "bxxxx");
}

/// A capture that asks the pool when it is destroyed: under the pool's lock it would wait for itself.
template <class Pool>
struct asks_when_destroyed {
  Pool* pool;
  explicit asks_when_destroyed(Pool& p) : pool(&p) {}
  asks_when_destroyed(asks_when_destroyed&& other) noexcept : pool(std::exchange(other.pool, nullptr)) {}
  ~asks_when_destroyed() {
    if (pool != nullptr) static_cast<void>(pool->stats());
  }
};

TEST(a_given_task_whose_thread_is_refused, may_end_the_thread_of_the_caller_that_runs_it) {
  answers system("Nn");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 2}};
  std::thread submitter([&] {
    give(p, [asks = asks_when_destroyed(p)] { pthread_exit(nullptr); });
    ADD_FAILURE() << "the thread went on";
  });
  ASSERT_TRUE(system.waits.wait_for());
  std::atomic<bool> ran{false};
  EXPECT_EQ(p.post([&] { ran = true; }), post_result::accepted);
  system.speaks.set();
  submitter.join();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_TRUE(ran);
}

TEST(a_given_task_whose_thread_is_refused, runs_though_the_queue_has_been_emptied) {
  answers system("Nn");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 2}};
  std::atomic<bool> ran{false};
  std::thread submitter([&] { give(p, [&] { ran = true; }); });
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "it was taken back"; }), post_result::accepted);
  EXPECT_EQ(p.purge().size(), 1U);
  system.speaks.set();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_TRUE(ran) << "the pool is not idle before";
  submitter.join();
}

TEST(a_given_task_whose_thread_is_refused, is_run_by_the_next_worker_of_a_paused_pool) {
  answers system("Ny");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 2}};
  std::thread submitter([&] { give(p, [] {}); });
  ASSERT_TRUE(system.waits.wait_for());
  std::atomic<int> ran{0};
  const auto count = [&] { ++ran; };
  EXPECT_EQ(p.post(count), post_result::accepted);
  std::thread stopper([&] { const auto paused = p.pause(); });
  system.speaks.set();
  stopper.join();
  submitter.join();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(ran, 1);
}

TEST(a_given_task_whose_thread_is_refused, keeps_a_paused_pool_from_being_idle) {
  answers system("Nn");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  std::thread submitter([&] { give(p, [&] { ++ran; }); });
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "it was taken back"; }), post_result::accepted);
  EXPECT_EQ(p.purge().size(), 1U);
  event paused, may_go_on;
  std::thread stopper([&] {
    const auto held = p.pause();
    paused.set();
    may_go_on.wait();
  });
  EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
  system.speaks.set();
  submitter.join();
  ASSERT_TRUE(paused.wait_for());
  EXPECT_FALSE(p.wait_idle_for(1ms));
  EXPECT_EQ(ran, 0);
  may_go_on.set();
  stopper.join();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(ran, 1);
}

TEST(a_given_task_whose_thread_is_refused, is_run_by_a_worker_that_has_become_idle_meanwhile) {
  answers system("Ny");
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>, wake::exact> p{{.capacity = 2}};
  event first_ran, ran;
  std::thread submitter([&] { give(p, [&] { first_ran.set(); }); });
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);  // the task before is given to the worker that is being started
  EXPECT_TRUE(ran.wait_for() && eventually([&] { return p.stats().idle == 1; }));
  system.speaks.set();
  submitter.join();
  EXPECT_TRUE(first_ran.wait_for());
}

// The caller keeps the time of a sleeping coroutine and asks for a thread. Meanwhile that worker is given a task, another worker takes it over, so
// the first one searches; and then it is refused.
TEST(a_caller_that_keeps_the_time, wakes_a_worker_for_what_a_refused_one_was_to_find) {
  answers system("nnnNny");  // for the post, the first turn and the sleep of the coroutine; for the caller; for a task; for the next one
  const P::scope refusing([&] { return system(); });
  pool<P, queue::bounded<1>> p{{.capacity = 2}};
  std::stop_source awake;
  std::thread caller([&] { give(p, [&]() -> basic_coroutine<void, P> { co_await sleep_for<P>(1h, awake.get_token()); }); });
  ASSERT_TRUE(system.waits.wait_for());
  EXPECT_EQ(p.post([] {}), post_result::accepted);  // a thread is refused
  EXPECT_EQ(p.post([] {}), post_result::accepted);  // the task before is given to the worker that is being started; another worker starts
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  event ran;
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  system.speaks.set();
  caller.join();
  EXPECT_TRUE(ran.wait_for()) << "the task waits beside an idle worker";
  awake.request_stop();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests

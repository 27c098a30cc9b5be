// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/from_here.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/slow_wake.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

/// A full queue gives its oldest task to a worker that has just been started. Its hook may take long: another worker runs the task then.
TEST(a_task_given_to_a_starting_worker, runs_while_another_worker_is_idle) {
  event a_ran;
  hold busy;
  std::atomic<int> started{0};
  options o{.capacity = 2};
  o.on_start = [&] {
    if (started++ != 0) a_ran.wait();
  };
  pool<queue::bounded<1>, blocking::reject> p{o};
  busy.occupy(p);
  ASSERT_EQ(p.post([&] { a_ran.set(); }), post_result::accepted);  // a second worker starts
  ASSERT_EQ(p.post([] {}), post_result::accepted);                 // it is given the first task
  busy.release();
  EXPECT_TRUE(a_ran.wait_for()) << "the task waits for the hook of the worker that it was given to";
  a_ran.set();
}

thread_local int number = -1;  // of the worker that runs on this thread

/// Two workers: one is busy, the other one is started for `given` and is in its hook until `go`.
template <class Pool>
struct slow_start {
  event go;
  event given_ran;
  int busy_worker = -1, given_worker = -1;
  std::atomic<int> started{0};
  Pool pool;
  hold held;  // after the pool

  explicit slow_start(options o = {}) : pool(with_hook(o)) {
    EXPECT_EQ(pool.post([this, task = held.task()] {
      busy_worker = number;
      task();
    }),
              post_result::accepted);
    EXPECT_TRUE(held.begun());
    EXPECT_EQ(pool.post([this] {
      given_worker = number;
      given_ran.set();
    }),
              post_result::accepted);
    EXPECT_EQ(pool.post([] {}), post_result::accepted);
  }
  ~slow_start() {
    go.set();
    held.release();
  }

 private:
  options with_hook(options o) {
    o.capacity = 2;
    o.on_start = [this] {
      number = started++;  // an id of a thread may come again
      if (number == 1) go.wait();
    };
    return o;
  }
};

TEST(a_task_given_to_a_starting_worker, is_not_run_by_a_worker_over_the_capacity) {
  slow_start<pool<queue::bounded<1>, blocking::reject>> s;
  s.pool.resize(0, 1);
  s.held.release();
  ASSERT_TRUE(eventually([&] { return s.pool.stats().workers == 1; }));
  s.go.set();
  ASSERT_TRUE(s.given_ran.wait_for());
  EXPECT_NE(s.given_worker, s.busy_worker);
}

TEST(a_task_given_to_a_starting_worker, gets_another_worker_if_the_hook_ends_the_thread) {
  event posted, given_ran;
  std::atomic<int> started{0};
  options o{.capacity = 2};
  o.on_start = [&] {
    if (started++ != 1) return;
    posted.wait();
    pthread_exit(nullptr);
  };
  pool<queue::bounded<1>, blocking::reject, growth::on_backlog<100>> p{o};
  hold busy;  // after the pool
  busy.occupy(p);
  ASSERT_EQ(p.post([&] { given_ran.set(); }), post_result::accepted);
  ASSERT_EQ(p.post([] {}), post_result::accepted);  // a second worker starts, for which the first task leaves the queue
  posted.set();
  EXPECT_TRUE(given_ran.wait_for()) << "the task waits for a worker that runs another one";
}

TEST(a_task_given_to_a_starting_worker, is_run_by_the_replacement_of_a_worker_that_is_too_old) {
  slow_start<pool<queue::bounded<1>, blocking::reject, expiry::after_age>> s{{.max_age = std::chrono::nanoseconds(1)}};
  s.held.release();
  ASSERT_TRUE(s.given_ran.wait_for()) << "the task waits for the hook of the worker that it was given to";
  EXPECT_NE(s.given_worker, s.busy_worker);
}

TEST(a_worker_that_must_retire, is_no_room_for_a_post_that_finds_the_queue_full) {
  pool<queue::bounded<1>, blocking::reject, growth::prestart, slow_wake> p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  slow_wake::stops_the_next();
  p.resize(0, 1);
  ASSERT_TRUE(slow_wake::stands->wait_for());
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] {}), post_result::full);
  slow_wake::goes_on->set();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
}

/// A worker is woken and stands, and the oldest task has left the full queue for it. Then `change` of the pool would keep a worker from a task.
void expect_the_given_task_to_begin(auto change) {
  pool<queue::bounded<1>, blocking::reject, growth::prestart, slow_wake> p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  slow_wake::stops_the_next();
  event given_ran;
  ASSERT_EQ(p.post([&] { given_ran.set(); }), post_result::accepted);
  ASSERT_TRUE(slow_wake::stands->wait_for());
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  [[maybe_unused]] const auto held = change(p);
  slow_wake::goes_on->set();
  EXPECT_TRUE(given_ran.wait_for()) << "more tasks wait than the queue has places";
  busy.release();
}

TEST(a_task_given_to_a_woken_worker, begins_though_the_capacity_falls) {
  expect_the_given_task_to_begin([](auto& p) {
    p.resize(0, 1);
    return 0;
  });
}

TEST(a_task_given_to_a_woken_worker, begins_though_the_pool_is_to_be_paused) {
  expect_the_given_task_to_begin([](auto& p) {
    std::jthread pauser([&p] { static_cast<void>(p.pause()); });
    EXPECT_TRUE(eventually([&p] { return p.is_paused(); }));
    return pauser;
  });
}

/// One worker is woken and stands; another one is started and takes the given task, so the first one comes for the task in the queue. A third is started
/// only when both have tasks: for the coroutine's time.
TEST(a_woken_worker, comes_for_the_task_behind_the_given_one_and_leaves_the_time_to_another) {
  std::stop_source stopper;
  pool<queue::bounded<1>, blocking::reject, slow_wake> p{{.capacity = 3}};
  give(p, [token = stopper.get_token()]() -> coroutine<> { static_cast<void>(co_await sleep_for(std::chrono::hours(1), token)); });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  slow_wake::stops_the_next();
  hold held;
  std::array<std::size_t, 2> workers{};
  event second_ran;
  std::vector<std::function<void()>> tasks;
  tasks.emplace_back([&, task = held.task()] {
    workers[0] = p.stats().workers;
    task();
  });
  tasks.emplace_back([&] {
    workers[1] = p.stats().workers;
    second_ran.set();
  });
  ASSERT_EQ(p.post_bulk(tasks).accepted, 2U);
  ASSERT_TRUE(held.begun());
  slow_wake::goes_on->set();
  ASSERT_TRUE(second_ran.wait_for());
  EXPECT_EQ(workers[0], 2U);
  EXPECT_EQ(workers[1], 3U);
  held.release();
  stopper.request_stop();
}

TEST(a_worker_started_in_advance, holds_no_task_up_with_its_hook_while_there_is_a_place) {
  event ran;
  std::atomic<int> started{0};
  options o{.capacity = 2, .min_workers = 1, .prestart_min_workers = true};
  o.on_start = [&] {
    if (started++ == 0) ran.wait();
  };
  pool<queue::bounded<4>, blocking::reject> p{o};
  ASSERT_TRUE(eventually([&] { return started == 1; }));
  ASSERT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for()) << "the task waits for the hook of a worker that was not started for it";
  ran.set();
}

/// A place for a worker is room, also for a submitter that waits already.
TEST(resize, admits_a_submitter_although_the_backlog_wants_no_worker) {
  hold busy;
  pool<queue::bounded<2>, growth::on_backlog<100>> p{{.capacity = 1}};
  busy.occupy(p);
  for (int i = 0; i != 2; ++i) ASSERT_EQ(p.post([] {}), post_result::accepted);
  event admitted;
  const std::jthread submitter([&] {
    EXPECT_EQ(p.post([] {}), post_result::accepted);
    admitted.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.resize(0, 2);
  EXPECT_TRUE(admitted.wait_for());
  busy.release();
}

struct throws_when_destroyed {
  std::array<char, 64> large{};
  bool armed = true;

  throws_when_destroyed() = default;
  throws_when_destroyed(throws_when_destroyed&& other) noexcept { other.armed = false; }
  ~throws_when_destroyed() noexcept(false) {
    if (armed) throw 7;
  }
  void operator()() const {}
};

/// The place of the post lies in the task: under AddressSanitizer, a line about the task's destructor must not read it.
TEST(a_task_whose_destructor_throws, is_reported_without_the_place_that_died_with_it) {
  testing::internal::CaptureStderr();
  {
    pool<panic::log_and_continue> p{{.capacity = 1}};
    ASSERT_EQ(p.post(throws_when_destroyed{}, from_here()), post_result::accepted);
    p.wait_idle();
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("weir: a task threw something"), std::string::npos) << said;
}

}  // namespace
}  // namespace weir::tests

// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/cancellable_future.hpp>
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/reason_of.hpp"
#include "tests/support/throws_when_destroyed.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_waiting_task : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
};
using pools = testing::Types<pool<observer::counters>, pool<observer::counters, queue::bounded<8>>, pool<observer::counters, queue::keyed>,
                             pool<observer::counters, queue::mutex_fifo>>;
TYPED_TEST_SUITE(a_waiting_task, pools, numbered);

TYPED_TEST(a_waiting_task, that_is_cancelled_is_destroyed_at_once_and_never_runs) {
  hold busy;
  busy.occupy(this->p);
  const auto captured = std::make_shared<int>(0);
  auto f = submit_cancellable(this->p, [captured] { ADD_FAILURE() << "it was cancelled"; });
  EXPECT_EQ(captured.use_count(), 2);
  EXPECT_FALSE(f.ready());
  EXPECT_TRUE(f.cancel());
  EXPECT_EQ(captured.use_count(), 1) << "while its place still waits";
  EXPECT_TRUE(f.ready());
  EXPECT_FALSE(f.cancel()) << "it is over";
  EXPECT_EQ(reason_of(f), post_result::cancelled);
  busy.release();
  this->p.wait_idle();
  EXPECT_EQ(this->p.stats().cancelled, 1U);
  EXPECT_EQ(this->p.stats().completed, 1U);
}

TYPED_TEST(a_waiting_task, leaves_its_neighbours_alone) {
  hold busy;
  busy.occupy(this->p);
  std::vector<cancellable_future<int>> all;
  for (int n = 0; n < 5; ++n) all.push_back(submit_cancellable(this->p, [n] { return n; }));
  EXPECT_TRUE(all[1].cancel());
  EXPECT_TRUE(all[4].cancel());
  busy.release();
  for (int n : {0, 2, 3}) EXPECT_EQ(all[std::size_t(n)].get(), n);
  EXPECT_EQ(reason_of(all[4]), post_result::cancelled);
}

TYPED_TEST(a_waiting_task, that_the_pool_hands_back_can_be_cancelled_or_run) {
  hold busy;
  busy.occupy(this->p);
  auto first = submit_cancellable(this->p, [] { return 1; });
  auto second = submit_cancellable(this->p, [] { return 2; });
  auto third = submit_cancellable(this->p, [] { return 3; });
  auto tasks = this->p.purge();
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_TRUE(first.cancel());
  for (auto& t : tasks) {
    if (&t != &tasks.back()) t();
  }
  EXPECT_EQ(reason_of(first), post_result::cancelled);
  EXPECT_EQ(second.get(), 2);
  tasks.clear();
  EXPECT_FALSE(third.cancel()) << "it was destroyed before";
  EXPECT_EQ(reason_of(third), post_result::cancelled);
}

TEST(a_running_task, is_asked_by_its_token) {
  pool<> p{{.capacity = 1}};
  event begun;
  auto f = submit_cancellable(p, [&](std::stop_token asked) {
    begun.set();
    while (!asked.stop_requested()) std::this_thread::yield();
    return 7;
  });
  begun.wait();
  EXPECT_FALSE(f.cancel());
  EXPECT_EQ(f.get(), 7) << "it ends as it likes";
}

TEST(a_running_task, that_takes_no_token_runs_to_its_end) {
  pool<> p{{.capacity = 1}};
  event begun, cancelled;
  auto f = submit_cancellable(p, [&] {
    begun.set();
    cancelled.wait();
    return 7;
  });
  begun.wait();
  EXPECT_FALSE(f.cancel());
  cancelled.set();
  EXPECT_EQ(f.get(), 7);
  EXPECT_FALSE(f.cancel()) << "it is over";
}

TEST(a_running_task, frees_its_captures_at_its_end_though_a_canceller_stays) {
  pool<> p{{.capacity = 1}};
  const auto captured = std::make_shared<int>(0);
  auto f = submit_cancellable(p, [captured] { throw std::runtime_error("no"); });
  const auto ends = f.canceller();
  EXPECT_THROW(f.get(), std::runtime_error);
  p.wait_idle();
  EXPECT_EQ(captured.use_count(), 1);
  EXPECT_FALSE(ends.cancel());
}

TEST(a_sleeping_coroutine, is_asked_by_its_token) {
  light_pool<> light{{.capacity = 1, .carriers = 1}};
  pool<> threads{{.capacity = 1}};
  const auto check = [](auto& p) {
    event begun;
    auto nap = [&begun](std::stop_token asked) -> coroutine<bool> {
      begun.set();
      const bool slept = co_await sleep_for(1h, asked);
      co_return slept;
    };
    auto f = submit_cancellable(p, nap);
    begun.wait();
    EXPECT_FALSE(f.cancel());
    EXPECT_FALSE(f.get());
  };
  check(light);
  check(threads);
}

TEST(a_canceller, may_outlive_the_future_and_the_pool) {
  canceller<> ends;
  EXPECT_FALSE(ends.cancel()) << "it cancels nothing";
  bool ran = false;
  {
    pool<> p{{.capacity = 1}};
    ends = submit_cancellable(p, [&] { ran = true; }).canceller();
    p.wait_idle();
    EXPECT_TRUE(ran) << "to destroy the future cancels nothing";
  }
  EXPECT_FALSE(ends.cancel());
}

TEST(a_canceller, is_what_a_stop_callback_calls) {
  pool<> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::stop_source all;
  auto f = submit_cancellable(p, [] { ADD_FAILURE() << "it was cancelled"; });
  const std::stop_callback with(all.get_token(), f.canceller());
  all.request_stop();
  EXPECT_EQ(reason_of(f), post_result::cancelled);
}

TEST(a_cancellable_task, that_is_refused_says_why) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto kept = submit_cancellable(p, [] { return 1; });
  auto refused = submit_cancellable(p, [] { return 2; });
  EXPECT_EQ(reason_of(refused), post_result::full);
  EXPECT_FALSE(refused.cancel());
  busy.release();
  EXPECT_EQ(kept.get(), 1);
  p.shutdown();
  auto late = submit_cancellable(p, [] { return 3; });
  EXPECT_EQ(reason_of(late), post_result::closed);
}

TEST(a_cancellable_task, is_submitted_to_every_kind_of_pool) {
  pool<queue::keyed> keyed{{.capacity = 1}};
  EXPECT_EQ(submit_cancellable(
                keyed, [] { return 1; }, weir::key{3}, weir::context(std::make_unique<int>(1)))
                .get(),
            1);
  share part(keyed, {.capacity = 1});
  EXPECT_EQ(submit_cancellable(part, [] { return 2; }).get(), 2);
  EXPECT_EQ(submit_cancellable(any_pool(keyed), [] { return 3; }).get(), 3);
  multi_pool<pool<>> several(2, {.capacity = 1});
  EXPECT_EQ(submit_cancellable(several, [] { return 4; }).get(), 4);
}

TEST(a_cancellable_task, is_dropped_at_its_turn_by_the_token_of_its_post) {
  pool<observer::counters> p{{.capacity = 1}};
  std::stop_source stop;
  stop.request_stop();
  auto f = submit_cancellable(
      p, [](std::stop_token) { ADD_FAILURE() << "it was stopped"; }, stop.get_token());
  EXPECT_EQ(reason_of(f), post_result::cancelled);
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 1U);
}

TEST(a_cancellable_task, that_waits_for_a_task_of_its_own_pool_is_told) {
  pool<> p{{.capacity = 1}};
  auto outer = submit_cancellable(p, [&p] { return submit_cancellable(p, [] { return 1; }).get(); });
  EXPECT_THROW(outer.get(), std::system_error);
}

/// As any task's, what it throws goes to the panic policy.
TEST(a_cancellable_task, may_have_captures_that_throw_when_they_are_destroyed) {
  pool<panic::rethrow_at_wait> p{{.capacity = 1}};
  submit_cancellable(p, throws_when_destroyed()).get();
  EXPECT_THROW(p.wait_idle(), std::domain_error);
  hold busy;
  busy.occupy(p);
  EXPECT_THROW(submit_cancellable(p, throws_when_destroyed()).cancel(), std::domain_error) << "the caller's: its thread destroys them";
  auto f = submit_cancellable(p, throws_when_destroyed());
  EXPECT_THROW(f.help_and_get(), std::domain_error) << "likewise";
  EXPECT_NO_THROW(f.get()) << "the task itself has returned";
}

}  // namespace
}  // namespace weir::tests

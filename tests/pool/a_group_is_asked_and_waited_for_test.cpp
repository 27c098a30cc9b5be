// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/context.hpp>
#include <weir/group_errors.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_group : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
};
using pools = testing::Types<pool<>, pool<queue::bounded<2>>, pool<queue::none>>;
TYPED_TEST_SUITE(a_group, pools, numbered);

TYPED_TEST(a_group, asks_its_tasks_by_a_token) {
  task_group g(this->p);
  const auto asked = g.stop_token();
  const auto asked_again = g.stop_token();
  event begun;
  g.run([&] {
    begun.set();
    while (!asked.stop_requested()) std::this_thread::yield();
    EXPECT_TRUE(g.is_cancelling());
  });
  std::thread canceller([&] {
    begun.wait();
    EXPECT_FALSE(g.is_cancelling());
    EXPECT_FALSE(asked.stop_requested());
    g.cancel();
  });
  EXPECT_EQ(g.wait(), group_result::cancelled);
  canceller.join();
  EXPECT_FALSE(g.is_cancelling()) << "it is used again";
  EXPECT_FALSE(g.stop_token().stop_requested());
  EXPECT_TRUE(asked.stop_requested());
  EXPECT_TRUE(asked_again.stop_requested());
}

TYPED_TEST(a_group, gives_a_stopped_token_when_it_is_cancelled) {
  task_group g(this->p);
  g.cancel();
  EXPECT_TRUE(g.stop_token().stop_requested());
  EXPECT_EQ(g.wait(), group_result::cancelled);
  const auto asked = g.stop_token();
  g.run([] { throw std::runtime_error("no"); });
  EXPECT_THROW(g.wait(), std::runtime_error);
  EXPECT_TRUE(asked.stop_requested()) << "an exception cancels too";
}

TYPED_TEST(a_group, may_call_the_group_in_a_callback_of_its_token) {
  task_group g(this->p);
  bool told = false;
  const std::stop_callback callback(g.stop_token(), [&] { told = g.is_cancelling(); });
  g.cancel();
  EXPECT_TRUE(told) << "no lock is held";
}

TYPED_TEST(a_group, is_cancelled_while_its_stop_token_is_stopped) {
  std::stop_source all;
  std::atomic<int> ran = 0;
  task_group g(this->p, {.token = all.get_token()});
  g.run([&] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  all.request_stop();
  g.run([&] { ++ran; });
  EXPECT_TRUE(g.is_cancelling());
  EXPECT_EQ(g.wait(), group_result::cancelled);
  g.run([&] { ++ran; });
  EXPECT_TRUE(g.is_cancelling()) << "it stays so";
  EXPECT_TRUE(g.stop_token().stop_requested());
  EXPECT_EQ(g.wait(), group_result::cancelled);
  EXPECT_EQ(ran, 1);
  task_group late(this->p, {.token = all.get_token()});
  EXPECT_TRUE(late.is_cancelling());
}

TYPED_TEST(a_group, that_goes_on_has_all_exceptions) {
  task_group g(this->p, {.goes_on = true});
  std::atomic<int> ran = 0;
  for (int n = 0; n < 6; ++n)
    g.run([&ran, n] {
      ++ran;
      if (n % 2 == 0) throw n;
    });
  try {
    g.wait();
    ADD_FAILURE() << "three have thrown";
  } catch (const group_errors& all) {
    std::vector<int> thrown;
    for (const auto& each : all.errors()) {
      try {
        std::rethrow_exception(each);
      } catch (int n) {
        thrown.push_back(n);
      }
    }
    std::sort(thrown.begin(), thrown.end());
    EXPECT_EQ(thrown, (std::vector{0, 2, 4}));
  }
  EXPECT_EQ(ran, 6);
  g.run([] {});
  EXPECT_EQ(g.wait(), group_result::complete) << "what was thrown is not thrown again";
}

TYPED_TEST(a_group, is_waited_for_with_a_deadline) {
  task_group g(this->p);
  EXPECT_EQ(g.wait_for(0s), group_result::complete);
  event begun, go;
  g.run([&] {
    begun.set();
    go.wait();
  });
  std::thread worker([&] { EXPECT_EQ(g.wait(), group_result::complete); });
  begun.wait();
  EXPECT_EQ(g.wait_for(1ms), group_result::timed_out);
  EXPECT_EQ(g.wait_for(-1s), group_result::timed_out);
  EXPECT_EQ(g.wait_until(std::chrono::steady_clock::now()), group_result::timed_out);
  go.set();
  worker.join();
  EXPECT_EQ(g.wait_for(std::chrono::hours::max()), group_result::complete);
}

TYPED_TEST(a_group, that_is_waited_for_with_a_deadline_is_worked_on) {
  this->p.shutdown();
  task_group g(this->p);
  std::atomic<int> ran = 0;
  for (int n = 0; n < 3; ++n) g.run([&] { ++ran; });
  EXPECT_EQ(g.wait_for(0s), group_result::timed_out);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(g.wait_for(1h), group_result::complete);
  EXPECT_EQ(ran, 3);
}

TYPED_TEST(a_group, takes_a_range_at_once) {
  task_group g(this->p);
  std::atomic<int> sum = 0;
  std::vector<std::function<void()>> some;
  for (int n = 1; n <= 100; ++n) some.emplace_back([&sum, n] { sum += n; });
  g.run_bulk(some);
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(sum, 5050);
  g.run_bulk(std::move(some));
  EXPECT_FALSE(some[0]) << "moved from";  // NOLINT
  g.run_bulk(std::vector<std::function<void()>>());
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(sum, 10100);
  std::vector<task> tasks;
  tasks.emplace_back([&sum, one = std::make_unique<int>(1)] { sum += *one; });
  g.run_bulk(tasks);
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(sum, 10101);
  g.cancel();
  const auto alive = std::make_shared<int>();
  g.run_bulk(std::vector<std::function<void()>>(2, [alive] {}));
  EXPECT_EQ(alive.use_count(), 1) << "it is cancelled";
}

TYPED_TEST(a_group, that_is_given_an_empty_callable_in_a_range_is_unchanged) {
  task_group g(this->p);
  std::atomic<int> ran = 0;
  std::vector<std::function<void()>> some{[&] { ++ran; }, nullptr};
  EXPECT_THROW(g.run_bulk(some), std::invalid_argument);
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 0);
}

TYPED_TEST(a_group, gives_its_tasks_what_was_posted_with_them) {
  task_group g(this->p);
  std::stop_source stop;
  stop.request_stop();
  std::atomic<int> ran = 0;
  g.run([&] { ++ran; }, stop.get_token());
  g.run([&] { ran += *this_task::context<int>(); }, context(10), std::stop_token());
  const std::vector both(2, [&ran] { ran += static_cast<int>(this_task::context<std::string>()->size()); });
  g.run_bulk(both, context(std::string("abc")));
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 16);
}

TEST(a_group_on_an_any_pool, is_waited_for_with_a_deadline) {
  pool<> p{{.capacity = 1}};
  any_pool any(p);
  task_group g(any);
  g.run([] {});
  EXPECT_EQ(g.wait_for(1h), group_result::complete);
}

}  // namespace
}  // namespace weir::tests

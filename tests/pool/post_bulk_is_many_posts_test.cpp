// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/views.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using function = std::function<void()>;

template <class Pool>
class post_bulk : public testing::Test {};
using pools =
    testing::Types<pool<observer::counters>, pool<observer::counters, queue::mutex_fifo>, pool<observer::counters, queue::bounded<4>>,
                   pool<observer::counters, workers::none>, pool<observer::counters, wake::exact>>;
TYPED_TEST_SUITE(post_bulk, pools, numbered);

TYPED_TEST(post_bulk, keeps_the_order_of_the_range) {
  TypeParam p{{.capacity = 1}};
  std::vector<int> ran;
  std::list<function> many;
  for (int n = 0; n < 20; ++n) many.emplace_back([&ran, n] { ran.push_back(n); });
  const bulk_result all = p.post_bulk(many);
  EXPECT_EQ(all.accepted, 20U);
  EXPECT_EQ(all.last, post_result::accepted);
  p.wait_idle();
  ASSERT_EQ(ran.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(ran));
  EXPECT_EQ(p.stats().accepted, 20U);
}

TYPED_TEST(post_bulk, of_nothing_is_accepted) {
  TypeParam p{{.capacity = 1}};
  EXPECT_EQ(p.post_bulk(std::vector<function>{}).accepted, 0U);
  EXPECT_EQ(p.post_bulk(std::vector<function>{}).last, post_result::accepted);
  EXPECT_EQ(p.stats().workers, 0U);
}

TYPED_TEST(post_bulk, wakes_as_many_workers_as_there_is_work_for) {
  TypeParam p{{.capacity = 4}};
  for (int round = 0; round < 30; ++round) {
    std::array<event, 4> here;
    std::vector<function> many;
    for (std::size_t n = 0; n < here.size(); ++n)
      many.emplace_back([&, n] {
        here[n].set();
        for (event& each : here) EXPECT_TRUE(each.wait_for()) << "the other tasks have no worker";
      });
    EXPECT_EQ(p.post_bulk(std::move(many)).accepted, 4U);
    p.wait_idle();
  }
}

TYPED_TEST(post_bulk, moves_from_elements_that_it_was_given) {
  TypeParam p{{.capacity = 1}};
  const auto token = std::make_shared<int>(0);
  std::vector<function> mine(3, [token] {});
  EXPECT_EQ(p.post_bulk(mine).accepted, 3U);
  EXPECT_TRUE(mine[0] && mine[1] && mine[2]) << "an lvalue range stays as it was";
  EXPECT_EQ(p.post_bulk(std::span(mine)).accepted, 3U);
  EXPECT_EQ(p.post_bulk(first_two{mine}).accepted, 2U);
  EXPECT_TRUE(mine[0] && mine[1] && mine[2]) << "a view does not own what it shows";
  EXPECT_EQ(p.post_bulk(std::as_const(mine)).accepted, 3U);
  std::vector<std::unique_ptr<int>> values(3);
  std::vector<task> tasks;
  for (auto& each : values) tasks.emplace_back([v = std::move(each)] {});
  EXPECT_EQ(p.post_bulk(std::move(tasks)).accepted, 3U);
  EXPECT_EQ(p.post_bulk(made_by{3, [](int) { return [v = std::make_unique<int>(1)] {}; }}).accepted, 3U);
  p.wait_idle();
  EXPECT_EQ(token.use_count(), 4) << "the three, and the token itself";
}

TYPED_TEST(post_bulk, stops_at_a_closed_pool) {
  TypeParam p{{.capacity = 1}};
  std::vector<function> many(3, [] { ADD_FAILURE() << "the pool was closed"; });
  p.shutdown();
  const bulk_result none = p.post_bulk(many);
  EXPECT_EQ(none.accepted, 0U);
  EXPECT_EQ(none.last, post_result::closed);
  EXPECT_EQ(p.stats().refused, 1U) << "the rest was not tried";
}

TYPED_TEST(post_bulk, that_meets_an_exception_keeps_what_was_accepted) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  std::vector<function> many(3, [&] { ++ran; });
  many[2] = nullptr;
  EXPECT_THROW(static_cast<void>(p.post_bulk(many)), std::invalid_argument);
  p.wait_idle();
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(p.stats().accepted, 2U);
  const made_by broken{5, [&](int n) {
                         if (n == 3) throw std::runtime_error("no more");
                         return [&] { ++ran; };
                       }};
  EXPECT_THROW(static_cast<void>(p.post_bulk(broken)), std::runtime_error);
  p.wait_idle();
  EXPECT_EQ(ran, 5);
}

TYPED_TEST(post_bulk, may_come_from_a_task) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  std::vector<function> three(3, [&] { ++ran; });
  EXPECT_EQ(p.run([&] { return p.post_bulk(three).accepted; }), 3U);
  p.wait_idle();
  EXPECT_EQ(ran, 3);
}

TYPED_TEST(post_bulk, in_a_paused_pool_waits_like_any_post) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  auto paused = p.pause();
  EXPECT_EQ(p.post_bulk(std::vector<function>(4, [&] { ++ran; })).accepted, 4U);
  EXPECT_EQ(ran, 0);
  paused.resume();
  p.wait_idle();
  EXPECT_EQ(ran, 4);
}

TEST(post_bulk_to_a_full_pool, that_rejects_says_how_many_it_took) {
  pool<queue::bounded<4>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::atomic<int> ran{0};
  std::vector<function> many(7, [&] { ++ran; });
  const bulk_result some = p.post_bulk(std::move(many));
  EXPECT_EQ(some.accepted, 4U);
  EXPECT_EQ(some.last, post_result::full);
  EXPECT_TRUE(many[5]) << "what was not tried is not moved from";
  busy.release();
  p.wait_idle();
  EXPECT_EQ(ran, 4);
}

TEST(post_bulk_to_a_full_pool, that_drops_says_so) {
  pool<queue::bounded<2>, blocking::discard_newest> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const bulk_result some = p.post_bulk(std::vector<function>(5, [] {}));
  EXPECT_EQ(some.accepted, 2U);
  EXPECT_EQ(some.last, post_result::discarded);
}

TEST(post_bulk_to_a_full_pool, of_tasks_leaves_the_refused_ones) {
  pool<queue::bounded<2>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::vector<task> mine;
  for (int n = 0; n < 4; ++n) mine.emplace_back([] {});
  EXPECT_EQ(p.post_bulk(mine).accepted, 2U);
  EXPECT_TRUE(!mine[0] && !mine[1] && mine[2] && mine[3]);
}

// Workers must be woken for the first tasks before the submitter waits for the room that only they can make.
TEST(post_bulk_to_a_full_pool, waits_in_the_middle) {
  for (int round = 0; round < 50; ++round) {
    pool<queue::bounded<2>> p{{.capacity = 2}};
    std::atomic<int> ran{0};
    event done;
    std::thread submitter([&] {
      EXPECT_EQ(p.post_bulk(std::vector<function>(20, [&] { ++ran; })).accepted, 20U);
      done.set();
    });
    ASSERT_TRUE(done.wait_for()) << "it waits for room, and nobody knows that there is work";
    submitter.join();
    p.wait_idle();
    ASSERT_EQ(ran, 20);
  }
}

TEST(post_bulk_to_a_full_pool, is_answered_when_the_pool_closes) {
  pool<queue::bounded<2>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::thread submitter([&] {
    const bulk_result some = p.post_bulk(std::vector<function>(5, [] {}));
    EXPECT_EQ(some.accepted, 2U);
    EXPECT_EQ(some.last, post_result::closed);
  });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.shutdown();
  submitter.join();
}

TEST(post_bulk_to_a_full_pool, runs_what_does_not_fit_if_it_is_to) {
  std::atomic<int> here{0};
  const auto me = std::this_thread::get_id();
  pool<queue::bounded<2>, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post_bulk(std::vector<function>(5, [&] { here += std::this_thread::get_id() == me ? 1 : 0; })).accepted, 5U);
  EXPECT_EQ(here, 3);
}

TEST(post_bulk_to_a_pool_without_a_queue, hands_each_over) {
  pool<queue::none> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  EXPECT_EQ(p.post_bulk(std::vector<function>(30, [&] { ++ran; })).accepted, 30U);
  p.wait_idle();
  EXPECT_EQ(ran, 30);
}

TEST(post_bulk_with_extras, gives_each_task_a_copy) {
  pool<observer::counters, queue::keyed> p{{.capacity = 4}};
  std::atomic<int> sum = 0;
  std::atomic<int> at_once = 0;
  const std::vector<function> some(8, [&] {
    EXPECT_EQ(at_once++, 0) << "they have one key";
    sum += *this_task::context<int>();
    --at_once;
  });
  EXPECT_EQ(p.post_bulk(some, weir::key{1}, weir::context(10)).accepted, 8U);
  p.wait_idle();
  EXPECT_EQ(sum, 80);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(p.post_bulk(some, stop.get_token()).accepted, 8U);
  p.wait_idle();
  EXPECT_EQ(sum, 80);
  EXPECT_EQ(p.stats().cancelled, 8U);
}

/// A queue with two places that is told of the end of each task: a full one gives its tasks to no worker but those that look for them.
struct two_places {
  using axis = axes::queue;
  template <class P, class T>
  class on : public queue::keyed::on<P, T> {
    using base = queue::keyed::on<P, T>;

   public:
    static constexpr bool bounded = true;
    push_result try_push(T& item) { return this->size() >= 2 ? push_result::full : base::try_push(item); }
  };
};

TEST(a_bulk_that_is_larger_than_the_queue, wakes_a_worker_before_it_waits_for_room) {
  pool<two_places> p{{.capacity = 1}};
  std::atomic<int> ran = 0;
  std::vector<std::function<void()>> tasks(9, [&] { ++ran; });
  EXPECT_EQ(p.post_bulk(tasks).accepted, 9U);
  p.wait_idle();
  EXPECT_EQ(ran, 9);
}

}  // namespace
}  // namespace weir::tests

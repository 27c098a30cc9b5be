// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/violin.hpp>
#include <weir/presets/violin_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace weir::rivals {
namespace {

template <class Stage>
class violin : public testing::Test {};
using violin_kinds = twins<on_a_set_clock, presets::violin, presets::violin_light>;
TYPED_TEST_SUITE(violin, violin_kinds, cast_name);

// TestVIOLIN
TYPED_TEST(violin, runs_what_it_was_given_before_it_is_shut_down) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 2});
    const std::vector<std::string> requests{"alpha", "beta", "gamma", "delta", "epsilon"};
    typename P::mutex mutex;
    std::set<std::string> answers;
    for (const std::string& r : requests)
      EXPECT_EQ(p.post([&, r] {
        typename P::unique_lock lock(mutex);
        answers.insert(r);
      }),
                post_result::accepted);
    p.shutdown();
    p.join();
    EXPECT_EQ(answers, std::set<std::string>(requests.begin(), requests.end()));
    EXPECT_EQ(p.stats().workers, 0U);
  });
}

// TestMaxWorkers
TYPED_TEST(violin, starts_as_many_workers_as_it_may) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 13});
    EXPECT_EQ(p.stats().capacity, 13U);
    typename TypeParam::gate g;
    for (int n = 0; n < 13; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 13; }));
    EXPECT_EQ(p.stats().queued, 0U);
    EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_EQ(p.stats().queued, 1U);
  });
}

// There every turn of the dispatcher starts a worker, up to the maximum.
TYPED_TEST(violin, starts_one_worker_for_one_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 500});
    p.run([] {});
    p.wait_idle();
    EXPECT_EQ(p.stats().workers, 1U);
  });
}

// There a queued task that finds no worker goes to the end of the queue.
TYPED_TEST(violin, starts_tasks_in_order) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    std::vector<int> order;
    typename TypeParam::gate g;
    EXPECT_EQ(p.post(g.task()), post_result::accepted);
    for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post([&order, n] { order.push_back(n); }), post_result::accepted);
    g.open();
    p.wait_idle();
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  });
}

// TestSubmitWait
TYPED_TEST(violin, submit_and_wait) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    EXPECT_THROW(static_cast<void>(p.post(std::function<void()>())), std::invalid_argument) << "nil is ignored there";
    EXPECT_THROW(p.run(std::function<void()>()), std::invalid_argument);
    typename TypeParam::gate g;
    EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_EQ(g.out(), 0);
    g.open();
    bool done = false;
    p.run([&] {
      TypeParam::nap(100ms);
      done = true;
    });
    EXPECT_TRUE(done);
  });
}

// TestStopRace
TYPED_TEST(violin, may_be_shut_down_by_several_at_once) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 13});
    typename TypeParam::gate g;
    for (int n = 0; n < 13; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 13; }));
    tally<P> stopping;
    tally<P> stopped;
    std::vector<joined<P>> stoppers;
    for (int n = 0; n < 5; ++n)
      stoppers.emplace_back([&] {
        stopping.add();
        p.shutdown();
        p.join();
        stopped.add();
      });
    EXPECT_TRUE(TypeParam::comes([&] { return stopping.count() == 5; }));
    EXPECT_EQ(stopped.count(), 0);
    g.open();
    EXPECT_TRUE(TypeParam::comes([&] { return stopped.count() == 5; }));
  });
}

// TestWorkerLeak
TYPED_TEST(violin, leaves_no_thread) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    for (int n = 0; n < 100; ++n) EXPECT_EQ(p.post(TypeParam::in_turn(1ms)), post_result::accepted);
    static_cast<void>(p.stop());
    p.join();
    EXPECT_EQ(p.stats().workers, 0U);
    EXPECT_TRUE(TypeParam::alone() || !TypeParam::leaves_no_thread);
  });
}

// TestOptions, TestDefaultOptions
TYPED_TEST(violin, keeps_the_minimum_and_lets_the_others_go) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 13, .min_workers = 5, .idle_after = 10s});
    EXPECT_EQ(p.stats().capacity, 13U);
    EXPECT_EQ(p.stats().min_workers, 5U);
    {
      typename TypeParam::gate g;
      for (int n = 0; n < 7; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
      EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 7; }));
    }
    p.wait_idle();
    for (unsigned left : {6U, 5U, 5U, 5U}) {
      TypeParam::pass(10s + TypeParam::late);
      EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == left; }));
    }
    typename TypeParam::template pool<P> unset;
    EXPECT_EQ(unset.stats().capacity, 5U);
    EXPECT_EQ(unset.stats().min_workers, 0U);
  });
}

// Consume: what is there now, in one post
TYPED_TEST(violin, consumes_many_at_once) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 3});
    tally<P> ran;
    std::vector<std::function<void()>> many(20, [=] { ran.add(); });
    EXPECT_EQ(p.post_bulk(many).accepted, 20U);
    p.wait_idle();
    EXPECT_EQ(ran.count(), 20);
  });
}

}  // namespace
}  // namespace weir::rivals

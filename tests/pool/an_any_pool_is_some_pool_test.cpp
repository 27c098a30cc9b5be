// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/registry.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// A pool that any_pool refers to, and how it is made.
template <class Pool>
struct one {
  Pool pool{{.capacity = 2, .name = "some"}};
};
template <class Pool>
struct one<multi_pool<Pool>> {
  multi_pool<Pool> pool{2, {.capacity = 1, .name = "some"}};
};

template <class Pool>
class any_pool_of : public testing::Test {
 protected:
  one<Pool> made_;
  any_pool any_ = made_.pool;  // from here on its type is not known
};
using pools = testing::Types<pool<>, pool<queue::bounded<64>>, pool<queue::keyed>, light_pool<>, presets::ants<>, presets::gopool<>,
                             multi_pool<pool<>>>;
TYPED_TEST_SUITE(any_pool_of, pools, numbered);

TYPED_TEST(any_pool_of, a_type_runs_what_is_posted) {
  std::atomic<int> ran{0};
  for (int n = 0; n < 10; ++n) EXPECT_EQ(this->any_.post([&] { ++ran; }), post_result::accepted);
  this->any_.wait_idle();
  EXPECT_EQ(this->any_.try_post([&] { ++ran; }), post_result::accepted);
  EXPECT_TRUE(this->any_.wait_idle_for(patience));
  EXPECT_EQ(ran, 11);
}

TYPED_TEST(any_pool_of, a_type_runs_coroutines) {
  std::atomic<int> ran{0};
  const auto waits = [&]() -> coroutine<> {
    co_await yield();
    ++ran;
  };
  EXPECT_EQ(this->any_.post(waits), post_result::accepted);
  EXPECT_EQ(this->any_.post(waits()), post_result::accepted);
  this->any_.wait_idle();
  EXPECT_EQ(ran, 2);
  auto result = this->any_.submit([]() -> coroutine<int> {
    co_await yield();
    co_return 7;
  });
  EXPECT_EQ(result.get(), 7);
}

TYPED_TEST(any_pool_of, a_type_gives_results) {
  EXPECT_EQ(*this->any_.submit([] { return std::make_unique<int>(42); }).get(), 42);
  auto thrown = this->any_.submit([]() -> int { throw std::runtime_error("drip"); });
  EXPECT_THROW(thrown.get(), std::runtime_error);
  this->any_.shutdown();
  auto late = this->any_.submit([] { return 1; });
  try {
    late.get();
    ADD_FAILURE() << "a closed pool ran it";
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::closed);
  }
}

TYPED_TEST(any_pool_of, a_type_answers_a_task_that_would_wait_for_its_own_pool) {
  event waited;
  auto outer = this->any_.submit([any = this->any_, &waited] {
    auto inner = any.submit([&waited] { waited.wait(); });
    EXPECT_THROW(inner.wait(), std::system_error) << "a wait that may never end";
    waited.set();
    return inner;
  });
  outer.get().get();
  EXPECT_THROW(this->any_.submit([any = this->any_] { any.wait_idle(); }).get(), std::system_error);
  EXPECT_THROW(this->any_.submit([any = this->any_] { any.join(); }).get(), std::system_error);
}

TYPED_TEST(any_pool_of, a_type_carries_a_token_a_context_and_a_place) {
  std::string found;
  EXPECT_EQ(this->any_.post([&] { found = *this_task::context<std::string>(); }, context(std::string("17")), from_here()),
            post_result::accepted);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(this->any_.post([] { ADD_FAILURE() << "a cancelled task ran"; }, stopped.get_token()), post_result::accepted);
  this->any_.wait_idle();
  EXPECT_EQ(found, "17");
}

TYPED_TEST(any_pool_of, a_type_is_that_pool) {
  EXPECT_EQ(this->any_.name(), "some");
  EXPECT_EQ(this->any_.stats().capacity, 2U);
  EXPECT_EQ(this->any_.state(), run_state::open);
  this->any_.resize(0, 3);
  EXPECT_EQ(this->any_.stats().capacity, this->made_.pool.stats().capacity);
  EXPECT_NE(this->any_.stats().capacity, 2U);
  event gate;
  EXPECT_EQ(this->any_.post([&] { gate.wait(); }), post_result::accepted);
  EXPECT_FALSE(this->any_.wait_idle_for(1ms));
  this->any_.shutdown();
  const join_result still = this->any_.join_for(1ms);
  EXPECT_FALSE(still.ended);
  EXPECT_EQ(still.left.running, 1U);
  EXPECT_EQ(this->any_.post([] {}), post_result::closed);
  gate.set();
  EXPECT_TRUE(this->any_.join_for(patience));
  this->any_.join();
  EXPECT_EQ(this->made_.pool.state(), run_state::stopped);
}

TYPED_TEST(any_pool_of, a_type_has_workers_for_a_task_group) {
  std::atomic<int> ran{0};
  task_group g(this->any_);
  for (int n = 0; n < 100; ++n) g.run([&] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 100);
}

int served_by(any_pool pool) {  // no template
  return pool.submit([] { return 7; }).get();
}

TEST(any_pool, is_a_parameter_that_every_pool_converts_to) {
  pool<> threads{{.capacity = 1}};
  light_pool<> light{{.capacity = 1, .carriers = 1}};
  EXPECT_EQ(served_by(threads), 7);
  EXPECT_EQ(served_by(light), 7);
  EXPECT_EQ(served_by(std::make_shared<presets::gopool<>>()), 7);
}

TEST(any_pool, answers_full_and_leaves_a_refused_task_with_its_owner) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  const any_pool any = p;
  hold worker;
  worker.occupy(p);
  int ran = 0;
  task first([] {});
  EXPECT_EQ(any.post(first), post_result::accepted);
  EXPECT_FALSE(first);
  task second([&] { ++ran; });
  EXPECT_EQ(any.post(second), post_result::full);
  ASSERT_TRUE(second) << "it was refused";
  second();
  EXPECT_EQ(ran, 1);
  const std::function<void()> nothing;
  EXPECT_THROW(static_cast<void>(any.post(nothing)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(any.post(nothing, context(1))), std::invalid_argument) << "inside another callable";
}

TEST(any_pool, refers_to_a_pool_or_owns_a_share_of_it) {
  pool<> p{{.capacity = 1}};
  const any_pool refers = p;
  any_pool copy = refers;
  EXPECT_EQ(copy, refers);
  const any_pool moved = std::move(copy);
  EXPECT_EQ(copy, moved) << "a move copies: there is no any_pool without a pool";
  EXPECT_NE(refers, any_pool(std::make_shared<pool<>>()));

  auto made = std::make_shared<pool<>>(options{.capacity = 1});
  const std::weak_ptr<pool<>> alive = made;
  std::optional<any_pool> owner(made);
  made.reset();
  EXPECT_FALSE(alive.expired());
  std::atomic<bool> ran{false};
  EXPECT_EQ(owner->post([&] { ran = true; }), post_result::accepted);
  owner.reset();
  EXPECT_TRUE(alive.expired());
  EXPECT_TRUE(ran) << "the last owner drains the pool";
}

TEST(any_pool, of_another_platform_is_a_type_of_its_own) {
  using sim = verify::simulated;
  const verify::outcome o = verify::world({.seed = 1}).run([] {
    pool<sim> p{{.capacity = 2}};
    const basic_any_pool<sim> any = p;
    EXPECT_EQ(any.submit([] { return 7; }).get(), 7);
    const auto before = sim::clock::now();
    EXPECT_EQ(any.post([] { sim::sleep_for(1s); }), post_result::accepted);
    EXPECT_FALSE(any.wait_idle_for(999ms));
    EXPECT_TRUE(any.wait_idle_for(2ms));
    EXPECT_EQ(sim::clock::now() - before, 1s);
  });
  EXPECT_TRUE(o.ok) << o.error;
  static_assert(!std::is_same_v<any_pool, basic_any_pool<sim>>);
}

TEST(a_registry, gives_pools_of_any_type_by_their_names) {
  registry r;
  const auto io = r.add<pool<queue::bounded<4>>>("io", {.capacity = 2});
  r.add("shards", std::make_shared<multi_pool<pool<>>>(2));
  r.add("numbers", std::make_shared<function_pool<void (*)(int), int>>([](int) {}));
  EXPECT_EQ(r.get_any("io"), any_pool(*io));
  EXPECT_EQ(r.get_any("shards").submit([] { return 7; }).get(), 7);
  EXPECT_EQ(r.find_any("io"), std::optional(any_pool(*io)));
  EXPECT_EQ(r.find_any("none"), std::nullopt);
  EXPECT_EQ(r.find_any("numbers"), std::nullopt) << "it queues arguments";
  EXPECT_THROW(static_cast<void>(r.get_any("none")), std::out_of_range);
  EXPECT_THROW(static_cast<void>(r.get_any("numbers")), std::invalid_argument);
}

TEST(a_registry, gives_an_owner_and_names_the_pools_that_it_makes) {
  registry r;
  std::optional<any_pool> io = (r.add("io"), r.find_any("io"));
  EXPECT_TRUE(r.remove("io"));
  EXPECT_EQ(io->submit([] { return 7; }).get(), 7) << "it is not drained before its last owner is gone";
  EXPECT_EQ(io->name(), "io");
  EXPECT_EQ(r.add("net", {.name = "own"})->name(), "own");
}

}  // namespace
}  // namespace weir::tests

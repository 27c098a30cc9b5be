// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include "tests/concepts/archetypes.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

namespace {

using namespace weir;

// The order of the policies does not matter.
static_assert(std::same_as<pool<queue::bounded<8>, workers::fifo>, pool<workers::fifo, queue::bounded<8>>>);
static_assert(
    std::same_as<pool<queue::bounded<8>, blocking::reject, expiry::after_idle, panic::ignore, growth::prestart, observer::counters>,
                 pool<observer::counters, growth::prestart, panic::ignore, expiry::after_idle, blocking::reject, queue::bounded<8>>>);
static_assert(std::same_as<pool<platform::native, queue::none, workers::none>, pool<workers::none, platform::native, queue::none>>);

// What is left out is the default, and naming a default changes nothing.
static_assert(std::same_as<pool<>, basic_pool<queue::unbounded, workers::lifo, blocking::wait, expiry::never, panic::terminate,
                                              growth::on_demand, parking::adaptive, wake::chain, observer::none, platform::native>>);
static_assert(std::same_as<pool<>, pool<parking::adaptive, queue::unbounded>>);
static_assert(std::same_as<thread_pool, pool<queue::stealing>>);

// Different policies are different types.
static_assert(!std::same_as<pool<queue::bounded<8>>, pool<queue::bounded<9>>>);
static_assert(!std::same_as<pool<>, pool<observer::counters>>);

// Whose axis is it?
static_assert(policy_of<queue::none, axes::queue> && !policy_of<queue::none, axes::workers>);
static_assert(policy_of<workers::none, axes::workers> && policy_of<observer::none, axes::observer>);
static_assert(policy<platform::native>);
static_assert(!policy<int> && !policy<axes::queue>);
struct stranger {
  struct axis {};
};
static_assert(!policy<stranger>);
static_assert(std::same_as<pick<axes::queue, queue::unbounded, workers::fifo>, queue::unbounded>);
static_assert(std::same_as<pick<axes::queue, queue::unbounded, workers::fifo, archetypes::newest_first>, archetypes::newest_first>);
static_assert(count<axes::queue, queue::none, workers::none, queue::unbounded> == 2);
static_assert(count<axes::queue, int, stranger> == 0);

// Every shipped policy models the concept of its axis, and of no other.
static_assert(queue_policy<queue::none> && queue_policy<queue::unbounded> && queue_policy<queue::bounded<1>> &&
              queue_policy<queue::mutex_fifo>);
static_assert(workers_policy<workers::lifo> && workers_policy<workers::fifo> && workers_policy<workers::none>);
static_assert(blocking_policy<blocking::wait> && blocking_policy<blocking::wait_at_most<3>> && blocking_policy<blocking::reject> &&
              blocking_policy<blocking::caller_runs> && blocking_policy<blocking::discard_newest> &&
              blocking_policy<blocking::discard_oldest> && blocking_policy<blocking::overflow_spawn> && blocking_policy<blocking::any>);
static_assert(expiry_policy<expiry::never> && expiry_policy<expiry::after_idle> && expiry_policy<expiry::one_per_period> &&
              expiry_policy<expiry::after_age>);
struct handler {
  void operator()(std::exception_ptr) const {}
};
static_assert(panic_policy<panic::terminate> && panic_policy<panic::log_and_continue> && panic_policy<panic::ignore> &&
              panic_policy<panic::call<handler>> && panic_policy<panic::rethrow_at_wait>);
static_assert(growth_policy<growth::on_demand> && growth_policy<growth::prestart> && growth_policy<growth::on_backlog<2>>);
static_assert(parking_policy<parking::park> && parking_policy<parking::adaptive> && parking_policy<parking::spin_then_park<8>>);
static_assert(wake_policy<wake::chain> && wake_policy<wake::exact>);
static_assert(observer_policy<observer::none> && observer_policy<observer::counters> && observer_policy<observer::trace> &&
              observer_policy<observer::histograms> && observer_policy<observer::sampled_histograms> &&
              observer_policy<observer::watchdog> && observer_policy<observer::late_starts> &&
              observer_policy<observer::all_of<observer::counters, observer::watchdog>>);
static_assert(!queue_policy<workers::none> && !workers_policy<queue::none> && !observer_policy<workers::none> && !queue_policy<int>);

// A pool stays where it is; its parts that travel do so.
static_assert(!std::is_copy_constructible_v<thread_pool> && !std::is_move_constructible_v<thread_pool>);
static_assert(std::is_nothrow_move_constructible_v<task> && !std::is_copy_constructible_v<task>);
static_assert(std::is_nothrow_move_constructible_v<future<int>> && !std::is_copy_constructible_v<future<int>>);
static_assert(sizeof(task) == 56);

// One policy of each axis in every legal combination that the defaults do not already make.
template <class... Ps>
constexpr bool assembles = sizeof(pool<Ps...>) > 0;
template <class Queue, class Workers, class Expiry, class Growth>
constexpr bool assembles_with_every_blocking =
    assembles<Queue, Workers, Expiry, Growth, blocking::wait> && assembles<Queue, Workers, Expiry, Growth, blocking::wait_at_most<2>> &&
    assembles<Queue, Workers, Expiry, Growth, blocking::reject> && assembles<Queue, Workers, Expiry, Growth, blocking::caller_runs>;
template <class Queue>
constexpr bool assembles_everywhere = assembles_with_every_blocking<Queue, workers::lifo, expiry::after_idle, growth::prestart> &&
                                      assembles_with_every_blocking<Queue, workers::lifo, expiry::never, growth::on_demand> &&
                                      assembles_with_every_blocking<Queue, workers::fifo, expiry::never, growth::prestart> &&
                                      assembles_with_every_blocking<Queue, workers::none, expiry::never, growth::on_demand>;
static_assert(assembles_everywhere<queue::bounded<4>> && assembles_everywhere<queue::none>);
static_assert(assembles<queue::mutex_fifo, workers::fifo> && assembles<queue::unbounded, workers::none> &&
              assembles<queue::mutex_fifo, expiry::after_idle>);

TEST(policy_set, what_is_asserted_above_compiled) { SUCCEED(); }

}  // namespace

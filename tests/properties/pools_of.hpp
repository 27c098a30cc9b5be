// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_POOLS_OF_HPP
#define TESTS_PROPERTIES_POOLS_OF_HPP

#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/wake/chain.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/properties/pool_as_any.hpp>
#include <weir/verify/properties/traits_of.hpp>

#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::properties {

/// The places of a bounded queue and the line of wait_at_most, small enough for every edge to be met.
inline constexpr std::size_t small_room = 2;
inline constexpr std::size_t small_line = 1;
inline constexpr std::size_t small_backlog = 2;

struct hear {
  void operator()(const std::exception_ptr&) const { ++heard_panics; }
};

/// What a policy is called in the name of a pool.
template <class Policy>
inline constexpr const char* called = nullptr;
template <>
inline constexpr const char* called<queue::mutex_fifo> = "mutex_fifo";
template <>
inline constexpr const char* called<queue::unbounded> = "unbounded";
template <>
inline constexpr const char* called<queue::bounded<small_room>> = "bounded";
template <>
inline constexpr const char* called<queue::none> = "none";
template <>
inline constexpr const char* called<blocking::wait> = "wait";
template <>
inline constexpr const char* called<blocking::wait_at_most<small_line>> = "wait_at_most";
template <>
inline constexpr const char* called<blocking::reject> = "reject";
template <>
inline constexpr const char* called<blocking::caller_runs> = "caller_runs";
template <>
inline constexpr const char* called<blocking::discard_newest> = "discard_newest";
template <>
inline constexpr const char* called<blocking::discard_oldest> = "discard_oldest";
template <>
inline constexpr const char* called<blocking::overflow_spawn> = "overflow_spawn";
template <>
inline constexpr const char* called<workers::lifo> = "lifo";
template <>
inline constexpr const char* called<workers::fifo> = "fifo";
template <>
inline constexpr const char* called<workers::none> = "none";
template <>
inline constexpr const char* called<expiry::never> = "never";
template <>
inline constexpr const char* called<expiry::after_idle> = "after_idle";
template <>
inline constexpr const char* called<expiry::one_per_period> = "one_per_period";
template <>
inline constexpr const char* called<expiry::after_age> = "after_age";
template <>
inline constexpr const char* called<growth::on_demand> = "on_demand";
template <>
inline constexpr const char* called<growth::prestart> = "prestart";
template <>
inline constexpr const char* called<growth::on_backlog<small_backlog>> = "on_backlog";
template <>
inline constexpr const char* called<wake::chain> = "chain";
template <>
inline constexpr const char* called<wake::exact> = "exact";
template <>
inline constexpr const char* called<panic::terminate> = "terminate";
template <>
inline constexpr const char* called<panic::log_and_continue> = "log_and_continue";
template <>
inline constexpr const char* called<panic::call<hear>> = "call";
template <>
inline constexpr const char* called<panic::ignore> = "ignore";
template <>
inline constexpr const char* called<panic::rethrow_at_wait> = "rethrow_at_wait";
template <>
inline constexpr const char* called<observer::none> = "none";
template <>
inline constexpr const char* called<observer::counters> = "counters";

template <class... Policies>
void add(std::vector<combination>& to) {
  using simulated_pool = pool<Policies..., simulated>;
  combination c{.name = {}, .is = traits_of<simulated_pool, pool<Policies...>>(), .make = &make<simulated_pool>};
  ((c.name += (c.name.empty() ? "" : "__") + std::string(called<Policies>)), ...);
  c.is.tells = (std::is_same_v<Policies, panic::call<hear>> || ...);
  to.push_back(std::move(c));
}

// The policies of each axis, in the order that covering::rows counts in.
using queues = std::tuple<queue::mutex_fifo, queue::unbounded, queue::bounded<small_room>, queue::none>;
using blockings = std::tuple<blocking::wait, blocking::wait_at_most<small_line>, blocking::reject, blocking::caller_runs,
                             blocking::discard_newest, blocking::discard_oldest, blocking::overflow_spawn>;
using workers_ = std::tuple<workers::lifo, workers::fifo, workers::none>;
using expiries = std::tuple<expiry::never, expiry::after_idle, expiry::one_per_period, expiry::after_age>;
using panics = std::tuple<panic::terminate, panic::log_and_continue, panic::call<hear>, panic::ignore, panic::rethrow_at_wait>;
using growths = std::tuple<growth::on_demand, growth::prestart, growth::on_backlog<small_backlog>>;
using wakes = std::tuple<wake::chain, wake::exact>;
using observers = std::tuple<observer::none, observer::counters>;

template <auto Row>  // a covering::row
void add_row(std::vector<combination>& to) {
  add<std::tuple_element_t<Row[0], queues>, std::tuple_element_t<Row[1], blockings>, std::tuple_element_t<Row[2], workers_>,
      std::tuple_element_t<Row[3], expiries>, std::tuple_element_t<Row[4], panics>, std::tuple_element_t<Row[5], growths>,
      std::tuple_element_t<Row[6], wakes>, std::tuple_element_t<Row[7], observers>>(to);
}

}  // namespace weir::properties

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_POOLS_OF_HPP
#define TESTS_PROPERTIES_POOLS_OF_HPP

#include "tests/properties/any_pool.hpp"

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

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

namespace weir::properties {

/// The places of a bounded queue and the line of wait_at_most, small enough for every edge to be met.
inline constexpr std::size_t small_room = 2;
inline constexpr std::size_t small_line = 1;
inline constexpr std::size_t small_backlog = 2;

struct hear {
  void operator()(const std::exception_ptr&) const { ++heard_panics; }
};

template <class Pool>
class pool_as_any final : public any_pool {
 public:
  explicit pool_as_any(const options& o) : pool_(o) {}
  post_result post(task& t) override { return pool_.post(t); }
  post_result try_post(task& t) override { return pool_.try_post(t); }
  post_result post_for(nanoseconds d, task& t) override {
    using config = typename Pool::config_type;
    if constexpr (config::can_wait || !config::can_be_full)
      return pool_.post_for(d, t);
    else
      return pool_.try_post(t);
  }
  future<int, simulated> submit(job j) override { return pool_.submit(std::move(j)); }
  int run(job j) override { return pool_.run(std::move(j)); }
  void wait_idle() override {
    waiting([this] { return pool_.wait_idle(), true; });
  }
  bool wait_idle_for(nanoseconds d) override {
    return waiting([this, d] { return pool_.wait_idle_for(d); });
  }
  void resize(unsigned min_workers, unsigned capacity) override { pool_.resize(min_workers, capacity); }
  void shutdown() override { pool_.shutdown(); }
  std::vector<task> stop() override { return pool_.stop(); }
  void join() override {
    waiting([this] { return pool_.join(), true; });
  }
  bool join_for(nanoseconds d) override {
    return waiting([this, d] { return pool_.join_for(d); });
  }
  bool restart() override { return pool_.restart(); }
  std::shared_ptr<void> pause() override { return std::make_shared<decltype(pool_.pause())>(pool_.pause()); }
  std::vector<task> purge() override { return pool_.purge(); }
  bulk_result post_bulk(std::vector<task>& many) override { return pool_.post_bulk(many); }
  run_state state() override { return pool_.state(); }
  weir::stats stats() override { return pool_.stats(); }

 private:
  /// What panic::rethrow_at_wait throws comes instead of `true`.
  template <class Wait>
  bool waiting(Wait wait) {
    try {
      return wait();
    } catch (const std::system_error&) {
      throw;
    } catch (const std::runtime_error&) {
      ++rethrown_panics;
      return true;
    }
  }

  Pool pool_;
};

template <class Pool>
std::unique_ptr<any_pool> make(const options& o) {
  return std::make_unique<pool_as_any<Pool>>(o);
}

/// A policy's name, and what it makes of a pool.
template <class Policy>
struct about;
#define WEIR_ABOUT(policy, text, effect) \
  template <>                            \
  struct about<policy> {                 \
    static constexpr const char* name = text; \
    static void apply([[maybe_unused]] traits& is) { effect; } \
  }
WEIR_ABOUT(queue::mutex_fifo, "mutex_fifo", );
WEIR_ABOUT(queue::unbounded, "unbounded", );
WEIR_ABOUT(queue::bounded<small_room>, "bounded", is.room = small_room);
WEIR_ABOUT(queue::none, "none", (is.hands_over = true, is.room = 0));
WEIR_ABOUT(blocking::wait, "wait", );
WEIR_ABOUT(blocking::wait_at_most<small_line>, "wait_at_most", is.most_waiting = small_line);
WEIR_ABOUT(blocking::reject, "reject", is.full = traits::when_full::refuse);
WEIR_ABOUT(blocking::caller_runs, "caller_runs", is.full = traits::when_full::run_here);
WEIR_ABOUT(blocking::discard_newest, "discard_newest", is.full = traits::when_full::drop_new);
WEIR_ABOUT(blocking::discard_oldest, "discard_oldest", is.full = traits::when_full::drop_old);
WEIR_ABOUT(blocking::overflow_spawn, "overflow_spawn", is.full = traits::when_full::overflow);
WEIR_ABOUT(workers::lifo, "lifo", );
WEIR_ABOUT(workers::fifo, "fifo", is.oldest_first = true);
WEIR_ABOUT(workers::none, "none", is.keeps = false);
WEIR_ABOUT(expiry::never, "never", );
WEIR_ABOUT(expiry::after_idle, "after_idle", is.expires = traits::leaving::after_idle);
WEIR_ABOUT(expiry::one_per_period, "one_per_period", is.expires = traits::leaving::one_per_period);
WEIR_ABOUT(expiry::after_age, "after_age", is.expires = traits::leaving::after_age);
WEIR_ABOUT(growth::on_demand, "on_demand", );
WEIR_ABOUT(growth::prestart, "prestart", is.prestart = true);
WEIR_ABOUT(growth::on_backlog<small_backlog>, "on_backlog", is.backlog = small_backlog);
WEIR_ABOUT(wake::chain, "chain", );
WEIR_ABOUT(wake::exact, "exact", );
WEIR_ABOUT(panic::terminate, "terminate", is.may_throw = false);
WEIR_ABOUT(panic::log_and_continue, "log_and_continue", is.logs = true);
WEIR_ABOUT(panic::call<hear>, "call", is.tells = true);
WEIR_ABOUT(panic::ignore, "ignore", );
WEIR_ABOUT(panic::rethrow_at_wait, "rethrow_at_wait", (is.rethrows = true, is.logs = true));
WEIR_ABOUT(observer::none, "none", );
WEIR_ABOUT(observer::counters, "counters", is.counts = true);
#undef WEIR_ABOUT

template <class... Policies>
void add(std::vector<combination>& to) {
  combination c{.name = {}, .is = {}, .make = &make<pool<Policies..., simulated>>};
  ((c.name += (c.name.empty() ? "" : "__") + std::string(about<Policies>::name), about<Policies>::apply(c.is)), ...);
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

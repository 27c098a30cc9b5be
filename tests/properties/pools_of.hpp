// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_POOLS_OF_HPP
#define TESTS_PROPERTIES_POOLS_OF_HPP

#include "tests/properties/any_pool.hpp"

#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include <exception>
#include <type_traits>
#include <utility>

namespace weir::properties {

/// The places of a bounded queue and the line of wait_at_most, small enough for every edge to be met.
inline constexpr std::size_t small_room = 2;
inline constexpr std::size_t small_line = 1;

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
  void wait_idle() override { pool_.wait_idle(); }
  bool wait_idle_for(nanoseconds d) override { return pool_.wait_idle_for(d); }
  void resize(unsigned min_workers, unsigned capacity) override { pool_.resize(min_workers, capacity); }
  void shutdown() override { pool_.shutdown(); }
  std::vector<task> stop() override { return pool_.stop(); }
  void join() override { pool_.join(); }
  bool join_for(nanoseconds d) override { return pool_.join_for(d); }
  bool restart() override { return pool_.restart(); }
  run_state state() override { return pool_.state(); }
  weir::stats stats() override { return pool_.stats(); }

 private:
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
WEIR_ABOUT(workers::lifo, "lifo", );
WEIR_ABOUT(workers::fifo, "fifo", );
WEIR_ABOUT(workers::none, "none", is.keeps = false);
WEIR_ABOUT(expiry::never, "never", );
WEIR_ABOUT(expiry::after_idle, "after_idle", is.expires = true);
WEIR_ABOUT(growth::on_demand, "on_demand", );
WEIR_ABOUT(growth::prestart, "prestart", is.prestart = true);
WEIR_ABOUT(panic::terminate, "terminate", is.may_throw = false);
WEIR_ABOUT(panic::log_and_continue, "log_and_continue", is.logs = true);
WEIR_ABOUT(panic::call<hear>, "call", is.tells = true);
WEIR_ABOUT(panic::ignore, "ignore", );
WEIR_ABOUT(observer::none, "none", );
WEIR_ABOUT(observer::counters, "counters", is.counts = true);
#undef WEIR_ABOUT

template <class... Policies>
void add(std::vector<combination>& to) {
  combination c{.name = {}, .is = {}, .make = &make<pool<Policies..., simulated>>};
  ((c.name += (c.name.empty() ? "" : "__") + std::string(about<Policies>::name), about<Policies>::apply(c.is)), ...);
  to.push_back(std::move(c));
}

template <class... Policies>
void with_each_observer(std::vector<combination>& to) {
  add<Policies..., observer::none>(to);
  add<Policies..., observer::counters>(to);
}
template <class... Policies>
void with_each_panic(std::vector<combination>& to) {
  with_each_observer<Policies..., panic::terminate>(to);
  with_each_observer<Policies..., panic::log_and_continue>(to);
  with_each_observer<Policies..., panic::call<hear>>(to);
  with_each_observer<Policies..., panic::ignore>(to);
}

/// All legal pools with this queue and this blocking policy.
template <class Queue, class Blocking>
std::vector<combination> pools_of() {
  std::vector<combination> all;
  with_each_panic<Queue, Blocking, workers::lifo, expiry::never, growth::on_demand>(all);
  with_each_panic<Queue, Blocking, workers::lifo, expiry::never, growth::prestart>(all);
  with_each_panic<Queue, Blocking, workers::lifo, expiry::after_idle, growth::on_demand>(all);
  with_each_panic<Queue, Blocking, workers::lifo, expiry::after_idle, growth::prestart>(all);
  with_each_panic<Queue, Blocking, workers::fifo, expiry::never, growth::on_demand>(all);
  with_each_panic<Queue, Blocking, workers::fifo, expiry::never, growth::prestart>(all);
  with_each_panic<Queue, Blocking, workers::none, expiry::never, growth::on_demand>(all);
  return all;
}

}  // namespace weir::properties

#endif

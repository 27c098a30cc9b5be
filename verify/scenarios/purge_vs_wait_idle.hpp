// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_WAIT_IDLE_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_WAIT_IDLE_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <utility>

namespace weir::verify::scenarios {

/// A paused pool has one task, and a thread waits for the pool to be idle. Only the purge can make it idle.
///
///     waiter: is it idle? -> no       purger: take
///     waiter: sleeps                  purger: does a thread wait? -> not asked
template <class Pool>
struct purge_vs_wait_idle : stage<Pool, 1> {
  static constexpr const char* claim = "I20: who waits for an idle pool hears of the purge that makes it one";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr effort work{.graphs = few_graphs_of_a_pool};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      posted.pass();
      return this->pool->wait_idle();
    }
    held.emplace(this->pool->pause());
    this->accepted[0] = this->pool->try_post(this->task(0)) == post_result::accepted;
    posted.open();
    auto back = this->pool->purge();
    check<P>(back.size() == (this->accepted[0] ? 1 : 0), "purge takes back what no worker has started");
    for (auto& each : back) each();
  }
  void finish() {
    held.reset();
    this->end_and_check("I2: a task that was taken back runs only by hand");
  }

  using P = typename Pool::platform_type;

 private:
  gate<P> posted;
  std::optional<decltype(std::declval<Pool&>().pause())> held;
};

}  // namespace weir::verify::scenarios

#endif

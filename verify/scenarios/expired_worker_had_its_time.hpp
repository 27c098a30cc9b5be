// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_EXPIRED_WORKER_HAD_ITS_TIME_HPP
#define WEIR_VERIFY_SCENARIOS_EXPIRED_WORKER_HAD_ITS_TIME_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// A thread reads the clock and then the number of workers, again and again, while one worker is idle: before the time of the expiry policy
/// has come, the worker is there.
///
///     worker: parks for an hour       reader: ten minutes before that: no worker
template <class Pool>
struct expired_worker_had_its_time : stage<Pool, 1> {
  static constexpr const char* claim = "I14: a worker that nothing but its age sends away is there until then";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.timeouts = 1};
  static constexpr effort work{.bound = 1, .graphs = few_graphs_of_a_pool};

  void before() { this->open({.capacity = 1, .idle_after = an_hour, .max_age = an_hour}); }
  void thread(unsigned) {
    const auto began = P::clock::now();
    const auto until = Pool::config_type::expiry::deadline({began, began, {}}, {an_hour, an_hour});
    this->post(0);
    this->pool->wait_idle();
    for (int n = 0; n != 4; ++n) {
      const stats s = this->pool->stats();
      check<P>(s.workers == 1 || !this->accepted[0] || P::clock::now() >= until, claim);
      P::yield();
    }
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;
  static constexpr std::chrono::hours an_hour{1};
};

}  // namespace weir::verify::scenarios

#endif

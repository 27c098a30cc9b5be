// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WORKERS_START_WITH_THE_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_WORKERS_START_WITH_THE_POOL_HPP

#include <weir/concepts/growth_policy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <algorithm>

namespace weir::verify::scenarios {

/// A pool is made and opened again: each time as many workers begin with it as its growth policy says, before the first post.
///
///     opener: restart()      stats().workers -> 0, until a task is posted
template <class Pool>
struct workers_start_with_the_pool : stage<Pool, 1> {
  static constexpr const char* claim = "I16, I28: a pool begins each of its lives with the workers that its growth policy names";
  static constexpr int threads = 1;
  static constexpr int spawned = 5;
  static constexpr effort work{.bound = 1, .graphs = few_graphs_of_a_pool};

  void thread(unsigned) {
    this->open({.capacity = capacity});
    expect_workers();
    this->pool->shutdown();
    this->pool->join();
    check<P>(this->pool->restart(), "I16: a pool that has ended opens again");
    expect_workers();
    this->post(0);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;

 private:
  using config = typename Pool::config_type;
  static constexpr unsigned capacity = std::min(2U, config::most_workers);
  void expect_workers() { check<P>(this->pool->stats().workers == std::min(config::growth::at_start(capacity), capacity), claim); }
};

}  // namespace weir::verify::scenarios

#endif

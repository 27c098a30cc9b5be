// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_VS_SHUTDOWN_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <utility>

namespace weir::verify::scenarios {

/// The pool is closed while it is paused, or is about to be. No call resumes it: closing has to.
///
///     pauser: paused             closer: close
///     pauser: post, wakes no     closer: wakes the idle workers: there are none
///             worker             closer: waits for the end
template <class Pool>
struct pause_vs_shutdown : stage<Pool, 2> {
  static constexpr const char* claim = "I2, I19: closing ends a pause, and what was accepted runs";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;
  static constexpr effort work{.graphs = few_graphs_of_a_pool};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->shutdown();
    held.emplace(this->pool->pause());
    post(0);
    post(1);
  }
  void finish() {
    this->pool->join();
    this->expect_accepted_ran(claim);
    held.reset();
    this->pool.reset();
  }

 private:
  void post(std::size_t i) { this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted; }
  std::optional<decltype(std::declval<Pool&>().pause())> held;
};

}  // namespace weir::verify::scenarios

#endif

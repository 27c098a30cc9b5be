// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CONSTRUCTION_VS_FAILED_STARTS_HPP
#define WEIR_VERIFY_SCENARIOS_CONSTRUCTION_VS_FAILED_STARTS_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>

namespace weir::verify::scenarios {

/// A pool is made with nonsense, which throws; then one whose first threads are refused. Nothing of the first is left, and the second one
/// works: with the threads that it got, or with its submitters.
///
///     constructor: first thread -> runs
///     constructor: second thread -> refused: gives up        first: works for a pool that is gone
template <class Pool>
struct construction_vs_failed_starts : stage<Pool, 2> {
  static constexpr const char* claim = "I25: a pool that cannot be made, or gets no thread at first, leaves nothing behind";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.spawn_faults = 2};

  void thread(unsigned) {
    bool thrown = false;
    try {
      this->open({.capacity = 1, .min_workers = 2});
    } catch (const std::invalid_argument&) {
      thrown = true;
    }
    check<P>(thrown && !this->pool, claim);
    this->open({.capacity = 2, .min_workers = Pool::config_type::workers::keeps ? 1u : 0u});
    this->post(0);
    this->post(1);
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GETTERS_VS_CHANGES_HPP
#define WEIR_VERIFY_SCENARIOS_GETTERS_VS_CHANGES_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// One thread asks for everything there is to ask, again and again, while workers start, work, rest, expire and are refused, and the limits
/// change. A count that is read without being ordered after its last change is a data race.
///
///     asker: stats(): workers -> 1         worker: ends
///     asker: idle -> still 1
template <class Pool>
struct getters_vs_changes : stage<Pool, 2> {
  static constexpr const char* claim = "I23: the getters may be called at any time, and what one call answers fits together";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1, .spawn_faults = Pool::config_type::agents::suspends ? 0 : 1};
  static constexpr effort work{.bound = 1};

  void before() { this->open({.capacity = 1, .idle_after = std::chrono::nanoseconds(1), .max_age = std::chrono::nanoseconds(1)}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->post(0);
      this->pool->resize(0, 2);
      return this->post(1);
    }
    for (int n = 0; n != 3; ++n) {
      const stats s = this->pool->stats();
      check<P>(s.idle <= s.workers && s.idle + s.running >= s.workers && (s.capacity == 1 || s.capacity == 2), claim);
      check<P>(this->pool->state() == run_state::open, claim);
    }
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif

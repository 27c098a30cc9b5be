// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_VS_SHUTDOWN_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The pool is stopped during a loop: the calls for help are refused, handed back and destroyed, or answered at the last moment.
template <class Pool>
struct loop_vs_shutdown : stage<Pool, 3> {
  static constexpr const char* claim = "I21: a loop that gets no help is finished by its caller";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(this->pool->stop());
    check<P>(for_each_index(*this->pool, 0, 3, [this](int n) { ++this->ran[static_cast<std::size_t>(n)].write(); }), claim);
    for (const auto& each : this->ran) check<P>(each.read() == 1, claim);
  }
  void finish() {
    this->accepted = {true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif

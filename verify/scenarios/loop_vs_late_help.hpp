// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_VS_LATE_HELP_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_VS_LATE_HELP_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A caller and a worker share a loop of four. Help may come at once, in the middle, or when the caller has left the loop and its frame.
///
///     caller:  promotes [2, 4) and [1, 2), runs 0, takes back or waits, returns; a second loop uses the same stack
///     worker:  takes [2, 4), promotes [3, 4), runs 2, takes back; or finds nothing
template <class Pool>
struct loop_vs_late_help : stage<Pool, 6> {
  static constexpr const char* claim = "I29: a loop returns when each element has run once, and no thread touches it afterwards";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    check<P>(for_each_index(*this->pool, 0, 4, [this](int i) { ++this->ran[static_cast<std::size_t>(i)].write(); }), claim);
    for (std::size_t i = 0; i != 4; ++i) check<P>(this->ran[i].read() == 1, claim);
    check<P>(for_each_index(*this->pool, 4, 6, [this](int i) { ++this->ran[static_cast<std::size_t>(i)].write(); }), claim);
    this->accepted = {true, true, true, true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif

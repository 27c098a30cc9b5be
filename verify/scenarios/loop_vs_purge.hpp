// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_VS_PURGE_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_VS_PURGE_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Each element takes back what is queued, the calls for help, and calls it, twice. No other element may run in its middle, on the caller or on a
/// helper.
///
///     worker:  takes [1, 3), promotes [2, 3), runs 1: is handed back the call for help for [2, 3), and calls it
template <class Pool>
struct loop_vs_purge : stage<Pool, 3> {
  static constexpr const char* claim = "I21: no job runs in the middle of another one on the same thread";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    for_each_index(*this->pool, 0, 3, [this](int i) {
      void*& mine = P::slot();
      for (const void* each : inside) check<P>(each != &mine, claim);
      inside[i] = &mine;
      ++this->ran[static_cast<std::size_t>(i)].write();
      for (auto& each : this->pool->purge()) {
        each();
        each();
      }
      inside[i] = nullptr;
    });
    this->accepted = {true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  void* inside[3] = {};  ///< which thread is in that element; the checker runs one thread at a time
};

}  // namespace weir::verify::scenarios

#endif

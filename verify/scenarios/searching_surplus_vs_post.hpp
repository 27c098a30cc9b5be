// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SEARCHING_SURPLUS_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_SEARCHING_SURPLUS_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <array>

namespace weir::verify::scenarios {

/// A worker searches and finds nothing, since another one was faster and is idle by now. The capacity falls, so the worker must retire; a
/// task comes just then, and its post wakes no worker, because one is searching:
///
///     searcher: looks, nothing                              is surplus, retires
///     other:                     parks
///     resizer:                          capacity 1
///     poster:                                      push, sees the search
template <class Pool>
struct searching_surplus_vs_post : stage<Pool, 4> {
  static constexpr const char* claim = "I28: no task waits while a worker rests, though others must leave";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr effort work{.surw = 40'000, .pct3 = 20'000};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      met.pass();
      return this->pool->resize(0, 1);
    }
    both.post(0);
    both.post(1);
    both.wait();
    met.open();
    this->post(2);
    this->post(3);
  }
  void finish() { this->end_and_check(claim); }

  gate<typename Pool::platform_type> met;
  meeting<stage<Pool, 4>> both{*this};
};

}  // namespace weir::verify::scenarios

#endif

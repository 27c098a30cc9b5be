// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CALLER_VS_THE_END_HPP
#define WEIR_VERIFY_SCENARIOS_CALLER_VS_THE_END_HPP

#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A thread that resumes a coroutine has left the pool before the pool's end continues; nothing else orders the two.
template <class Platform>
struct caller_vs_the_end {
  static constexpr const char* claim = "I29: a pool is not destroyed before the threads that resume its coroutines have left it";
  static constexpr int threads = 2;

  using P = Platform;

  void thread(unsigned i) {
    if (i == 0) {
      const typename engine::call_guard<P>::call mine(all);
      called.open();
      pools_own.write() = 1;
    } else {
      called.pass();
      all.wait_until_gone();
      check<P>(pools_own.read() == 1, claim);
    }
  }

  engine::call_guard<P> all;
  gate<P> called;
  typename P::template cell<int> pools_own{0};
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOCKERS_VS_UNLOCK_HPP
#define WEIR_VERIFY_SCENARIOS_LOCKERS_VS_UNLOCK_HPP

#include <weir/platform/futex_mutex.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/futex_model.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Three threads lock a mutex once each, and add one to a number that is plain data.
///
///     first: has the lock ........................ unlocks, wakes no thread
///     second: finds it locked ..... (marks it) .................... sleeps for ever
template <class P>
struct lockers_vs_unlock {
  static constexpr const char* claim = "I3, I6: a mutex is one thread's at a time, and each thread that waits for it gets it";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};
  static constexpr identical_threads identical{0, 1};

  void thread(unsigned) {
    mutex.lock();
    ++number.write();
    mutex.unlock();
  }
  void finish() { check<P>(number.read() == 3, claim); }

 private:
  platform::futex_mutex<futex_model<P>> mutex;
  typename P::template cell<int> number{0};
};

}  // namespace weir::verify::scenarios

#endif

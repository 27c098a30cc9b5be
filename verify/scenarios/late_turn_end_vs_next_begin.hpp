// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LATE_TURN_END_VS_NEXT_BEGIN_HPP
#define WEIR_VERIFY_SCENARIOS_LATE_TURN_END_VS_NEXT_BEGIN_HPP

#include <weir/policies/observer/storage/stopwatch.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <atomic>

namespace weir::verify::scenarios {

/// A thread passes a worker to another one before it ends its own turn, as in a light pool. The first turn's length is had by its own end or by
/// the begin of the second turn, and the second one's by its own end, if it is measured.
///
///     first thread:  begins, passes the worker on, and has yet to end its turn
///     second thread: begins a turn
///     first thread:  takes the second turn for its own
template <class P>
struct late_turn_end_vs_next_begin {
  static constexpr const char* claim = "I5: each turn of a worker is measured once, by its own end or by the begin of the next turn";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  void thread(unsigned i) {
    // [STAGE] acquire and release: the pool passes a worker on like this.
    if (i == 0) {
      check<P>(!watch.begin(), "I5: before the first turn there is none to measure");
      passed.store(1, std::memory_order_release);
      had[0].write() = watch.end() ? 1 : 0;
    } else {
      while (passed.load(std::memory_order_acquire) == 0) P::yield();
      const bool measured = choose<P>(2) == 0;
      had[1].write() = (measured ? watch.begin() : watch.skip()) ? 1 : 0;
      check<P>(watch.begun_here().has_value() == measured, "I5: only a turn that is measured has a begin");
      check<P>(watch.end().has_value() == measured, "I5: a late end does not end the next turn");
    }
  }
  void finish() { check<P>(had[0].read() + had[1].read() == 1, claim); }

  observer::turn_stopwatch<P> watch;
  typename P::template atomic<int> passed;
  typename P::template cell<int> had[2];
};

}  // namespace weir::verify::scenarios

#endif

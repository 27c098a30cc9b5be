// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_HISTOGRAMS_HAVE_EVERY_TURN_HPP
#define WEIR_VERIFY_SCENARIOS_HISTOGRAMS_HAVE_EVERY_TURN_HPP

#include <weir/coroutine.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Coroutines that wait once, and end on the thread they began on or on another one, while the histogram is read.
///
///     first thread:  gives the coroutine away, and has yet to end its turn
///     second thread: ends the coroutine; the pool is idle
///
/// The thread of a light pool may count its turn after the pool is idle: `Late` such turns may be missing.
template <class Pool, unsigned Late = 0>
struct histograms_have_every_turn : stage<Pool, 2> {
  static constexpr const char* claim = "I5: the histogram of an idle pool has every turn of every coroutine once";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 2, .carriers = 2});
    for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post([this, n] { return waits_once(n); }) == post_result::accepted;
    check<P>(this->pool->observer().running().count() <= 4, "I5: no turn is measured twice");
    this->pool->wait_idle();
    const auto measured = this->pool->observer().running().count();
    check<P>(measured + Late >= 4 && measured <= 4, claim);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  basic_coroutine<void, P> waits_once(std::size_t n) {
    co_await yield<P>();
    this->task(n)();
  }
};

}  // namespace weir::verify::scenarios

#endif

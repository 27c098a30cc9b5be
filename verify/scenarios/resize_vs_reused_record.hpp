// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESIZE_VS_REUSED_RECORD_HPP
#define WEIR_VERIFY_SCENARIOS_RESIZE_VS_REUSED_RECORD_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker has expired, and a post takes its record for a new one; just then the limits fall, and every record is looked at for workers
/// that rest. A record that is made ready without the lock is a data race.
///
///     worker: its time is over, leaves
///     poster: takes its record                 resizer: lock
///     poster: unlock                           resizer: does this one rest? -> reads the record
///     poster: the record is as new -> writes it
template <class Pool>
struct resize_vs_reused_record : stage<Pool, 2> {
  static constexpr const char* claim = "I6, I17: a record is one worker's at a time, also for a resize that looks at all of them";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1};

  void before() {
    constexpr std::chrono::nanoseconds soon(1);
    this->open({.capacity = 2, .min_workers = least, .idle_after = soon, .max_age = soon});
  }
  void thread(unsigned i) {
    if (i == 1) {
      limits_may_fall.pass();
      return this->pool->resize(0, 2);
    }
    this->post(0);
    this->pool->wait_idle();
    this->pool->resize(0, 2);  // now the worker may expire
    for (int n = 0; n != 8 && this->pool->stats().workers != 0; ++n) P::yield();
    this->pool->resize(least, 2);
    limits_may_fall.open();
    this->post(1);
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  static constexpr unsigned least = Pool::config_type::workers::keeps ? 1 : 0;
  gate<P> limits_may_fall;
};

}  // namespace weir::verify::scenarios

#endif

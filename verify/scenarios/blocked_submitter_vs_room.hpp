// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_BLOCKED_SUBMITTER_VS_ROOM_HPP
#define WEIR_VERIFY_SCENARIOS_BLOCKED_SUBMITTER_VS_ROOM_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two submitters, one place for a queued task (or for a worker): one of them has to wait, and the room appears just before it does.
///
///     submitter: no room          worker: take (or: leave)
///     submitter: joins the queue  worker: does a submitter wait? -> no
///     submitter: waits for ever
template <class Pool>
struct blocked_submitter_vs_room : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a submitter that waits for room hears of it";
  static constexpr int threads = 2;
  static constexpr int spawned = 5;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->post(2 * i);
    this->post(2 * i + 1);
  }
  void finish() {
    for (bool taken : this->accepted) check<P>(taken || !unlimited, "I3: blocking::wait accepts every task of an open pool");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  static constexpr bool unlimited = Pool::config_type::blocking::admits(1000);
};

}  // namespace weir::verify::scenarios

#endif

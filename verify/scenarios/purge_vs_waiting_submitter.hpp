// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_WAITING_SUBMITTER_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_WAITING_SUBMITTER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The one worker runs a task that ends only when the third post was accepted; with room for one, that post waits for the purge of the
/// second.
///
///     submitter: no room           purger: take
///     submitter: joins the queue   purger: does a submitter wait? -> no
///     submitter: waits for ever
template <class Pool>
struct purge_vs_waiting_submitter : stage<Pool, 3> {
  static constexpr const char* claim = "I3: a submitter that waits hears of the room that a purge makes";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      queued.pass();
      for (auto& each : this->pool->purge()) each();
      return;
    }
    this->accepted[0] = this->pool->post([this] {
      admitted.pass();
      ++this->ran[0].write();
    }) == post_result::accepted;
    this->post(1);
    queued.open();
    this->post(2);
    admitted.open();
  }
  void finish() { this->end_and_check(claim); }

  gate<typename Pool::platform_type> queued, admitted;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_WAITING_SUBMITTER_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_WAITING_SUBMITTER_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/probes.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// The only worker runs a task that ends only when the last post was accepted; that post waits for the purge of the tasks that fill the queue.
///
///     submitter: no room           purger: take
///     submitter: joins the queue   purger: does a submitter wait? -> no
///     submitter: waits for ever
template <class Pool>
struct purge_vs_waiting_submitter : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a submitter that waits hears of the room that a purge makes";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() {
    room = room_of<Pool>(2);
    this->open({.capacity = 1});
  }
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
    for (std::size_t n = 1; n <= room; ++n) this->post(n);
    queued.open();
    this->post(room + 1);
    admitted.open();
  }
  void finish() { this->end_and_check(claim); }

  std::size_t room = 0;
  gate<typename Pool::platform_type> queued, admitted;
};

}  // namespace weir::verify::scenarios

#endif

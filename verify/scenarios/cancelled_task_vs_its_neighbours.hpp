// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CANCELLED_TASK_VS_ITS_NEIGHBOURS_HPP
#define WEIR_VERIFY_SCENARIOS_CANCELLED_TASK_VS_ITS_NEIGHBOURS_HPP

#include <weir/platform/stop_request.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stop_token>
#include <type_traits>

namespace weir::verify::scenarios {

/// One of three tasks is cancelled by its token, before, while or after the worker takes it; the ones before and behind it on the same
/// worker have tokens of their own, or none.
///
///     worker: the token says stop: skip the task
///     worker: next task: skip -> still set
template <class Pool>
struct cancelled_task_vs_its_neighbours : stage<Pool, 3> {
  static constexpr const char* claim = "I24: a stop request reaches the task that it was made for, and no other";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<P>(mine));
    offered[0] = this->pool->post(this->task(0), theirs.get_token()) == post_result::accepted;
    offered[1] = this->pool->post(this->task(1), mine.get_token()) == post_result::accepted;
    offered[2] = this->pool->post(this->task(2)) == post_result::accepted;
  }
  void finish() {
    this->pool->wait_idle();
    const int skipped = offered[1] && this->ran[1].read() == 0;
    this->accepted = {offered[0], offered[1] && skipped == 0, offered[2]};
    const stats s = this->pool->stats();
    unsigned ran = 0;
    for (auto& each : this->ran) ran += static_cast<unsigned>(each.read());
    if constexpr (counts) check<P>(s.completed == ran, claim);
    if constexpr (counts && !drops_tasks<Pool>) check<P>(s.cancelled == static_cast<unsigned>(skipped), claim);
    // An observer of one's own need not tell everything.
    check<P>(s.completed == 0 || s.completed == ran, "I5: a cancelled task does not count as completed");
    check<P>(s.cancelled <= static_cast<unsigned>(skipped) && s.panicked == 0,
             "I5: a task that ran does not count as cancelled, and none threw");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  static constexpr bool counts = std::is_same_v<typename Pool::config_type::observer, typename observer::counters::template on<P>>;
  std::stop_source mine, theirs;
  bool offered[3] = {};
};

}  // namespace weir::verify::scenarios

#endif

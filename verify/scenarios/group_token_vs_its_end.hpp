// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_TOKEN_VS_ITS_END_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_TOKEN_VS_ITS_END_HPP

#include <weir/platform/stop_request.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>
#include <stop_token>

namespace weir::verify::scenarios {

/// The stop token of a group is stopped while the group ends and is destroyed.
///
///     stop:  calls the group's callback
///     group: its wait returns; it is destroyed
///     stop:  cancels the group
template <class Pool>
struct group_token_vs_its_end : stage<Pool, 1> {
  static constexpr const char* claim = "I9, I24, I29: a stop token cancels its group or comes too late, and touches nothing afterwards";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1});
    group.emplace(*this->pool, task_group_options{.token = all.get_token()});
  }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<P>(all));
    group->run(this->task(0));
    const group_result r = group->wait();
    group.reset();
    this->accepted[0] = this->ran[0].read() == 1;
    check<P>(r == group_result::cancelled || this->accepted[0], claim);
  }
  void finish() { this->end_and_check(claim); }

  std::stop_source all;
  std::optional<task_group<Pool>> group;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_POST_VS_LAST_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_POST_VS_LAST_TASK_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A task of a share ends while the next is posted: perhaps it is the last that would let the next one in. The share is destroyed as soon as it may
/// be, while the worker has just finished the last task, or has just posted it.
template <class Pool>
struct share_post_vs_last_task : stage<Pool, 3> {
  static constexpr const char* claim =
      "I2, I29: what waits in a share is let in by a task that ends, and nothing touches the share after its last task";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    std::optional<share<Pool>> part;
    part.emplace(*this->pool, share_options{.capacity = 1});
    for (std::size_t i = 0; i != 3; ++i) this->accepted[i] = part->post(this->task(i)) == post_result::accepted;
    part->wait_idle();
    this->expect_accepted_ran(claim);
    part.reset();
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif

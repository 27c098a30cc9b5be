// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TASKS_POST_ACROSS_FULL_SHARDS_HPP
#define WEIR_VERIFY_SCENARIOS_TASKS_POST_ACROSS_FULL_SHARDS_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/scenarios/two_shards.hpp>

#include <array>
#include <cstddef>

namespace weir::verify::scenarios {

/// Two pools of a multi_pool with one worker each. A task of each posts to both at the same time, more than they have room for.
///
///     task of the first: waits for room in the second
///     task of the second: waits for room in the first
template <class Pool>
struct tasks_post_across_full_shards : stage<two_shards<Pool>, 6> {
  static constexpr const char* claim = "I21: a task that posts to a full pool beside its own is answered";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    for (std::size_t i = 0; i != 2; ++i) {
      this->accepted[i] = (*this->pool)[i].post([this, i] {
        begun[i].open();
        begun[1 - i].pass();
        ++this->ran[i].write();
        this->post(2 + 2 * i);
        this->post(3 + 2 * i);
      }) == post_result::accepted;
    }
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }

  std::array<gate<P>, 2> begun;
};

}  // namespace weir::verify::scenarios

#endif

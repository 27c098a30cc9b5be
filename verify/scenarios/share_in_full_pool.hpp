// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_IN_FULL_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_IN_FULL_POOL_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// Others fill the pool while tasks of a share end and are posted. Where the pool refuses the next task, the worker that it has goes on with it;
/// where it refuses a post, no other task may have relied on that.
template <class Pool>
struct share_in_full_pool : stage<Pool, 5> {
  static constexpr const char* claim = "I2: each task that a share of a full pool has accepted runs once, and a refused one never";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    part.emplace(*this->pool, share_options{.capacity = 1});
    this->post(3);
  }
  void thread(unsigned i) {
    if (i == 1) this->post(4);
    give(i);
    if (i == 0) give(2);
  }
  void finish() {
    this->pool->wait_idle();
    this->expect_accepted_ran(claim);  // though no thread has waited for the share, which would let tasks in
    part.reset();
    this->end_and_check(claim);
  }

  void give(std::size_t i) { this->accepted[i] = part->post(this->task(i)) == post_result::accepted; }

  std::optional<share<Pool>> part;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_VS_STOP_OF_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_VS_STOP_OF_POOL_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// The pool is stopped, and hands back a task of a share, while others wait in the share and a thread waits for them: perhaps only that thread is
/// left to run them.
template <class Pool>
struct share_vs_stop_of_pool : stage<Pool, 3> {
  static constexpr const char* claim =
      "I3, I7: a wait for a share ends though its pool is stopped; accepted tasks run once or are handed back";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    part.emplace(*this->pool, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = this->pool->stop().size();
      return;
    }
    for (std::size_t n = 0; n != 3; ++n) this->accepted[n] = part->post(this->task(n)) == post_result::accepted;
    part->wait_idle();
  }
  void finish() {
    part.reset();
    check<P>(this->accepted_not_run(claim) == handed_back, claim);
    this->pool->join();
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> part;
  std::size_t handed_back = 0;
};

}  // namespace weir::verify::scenarios

#endif

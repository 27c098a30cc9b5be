// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_STOP_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_STOP_VS_POST_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A share is stopped while tasks are posted to it and run. The pool stays open, and so does the share around this one.
template <class Pool>
struct share_stop_vs_post : stage<Pool, 3> {
  static constexpr const char* claim = "I7: stopping a share hands back what waits in it, and every other accepted task runs once";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    outer.emplace(*this->pool, share_options{.capacity = 1});
    part.emplace(*outer, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = part->stop().size();
      check<P>(part->state() != run_state::open, claim);
      return;
    }
    for (std::size_t n = 0; n != 3; ++n) this->accepted[n] = part->post(this->task(n)) == post_result::accepted;
  }
  void finish() {
    part->wait_idle();
    check<P>(part->state() == run_state::stopped, claim);
    part.reset();
    outer.reset();
    check<P>(this->accepted_not_run(claim) == handed_back, claim);
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> outer;
  std::optional<share<share<Pool>>> part;
  std::size_t handed_back = 0;
};

}  // namespace weir::verify::scenarios

#endif

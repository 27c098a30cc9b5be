// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_OF_SHARE_WANTS_A_PLACE_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_OF_SHARE_WANTS_A_PLACE_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// The outer share is stopped while two tasks of it run. What is left in the inner one may run beside one of them, which ends only after that.
template <class Pool>
struct share_of_share_wants_a_place : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a wait for a share of a share runs what is left as soon as the outer share has a place";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() {
    this->open({.capacity = 2});
    outer.emplace(*this->pool, share_options{.capacity = 2});
    inner.emplace(*outer, share_options{.capacity = 1});
  }
  void thread(unsigned) {
    const bool gated = outer->post([this] { inner_ended.pass(); }) == post_result::accepted;
    check<P>(gated, claim);
    for (std::size_t n = 0; n != 4; ++n)
      this->accepted[n] = (n == 0 ? outer->post(this->task(n)) : inner->post(this->task(n))) == post_result::accepted;
    const std::size_t handed_back = outer->stop().size();
    inner->wait_idle();
    inner_ended.open();
    inner.reset();
    outer.reset();
    check<P>(this->accepted_not_run(claim) == handed_back, claim);
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> outer;
  std::optional<share<share<Pool>>> inner;
  gate<P> inner_ended;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_HAS_MANY_WAITERS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_HAS_MANY_WAITERS_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// Two threads wait for a share whose pool is stopped meanwhile. Either may run what is left, and each must hear of the end.
template <class Pool>
struct share_has_many_waiters : stage<Pool, 3> {
  static constexpr const char* claim = "I3, I9: each wait for a share ends, whichever thread runs its last task";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    part.emplace(*this->pool, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = this->pool->stop().size();
    } else {
      for (std::size_t n = 0; n != 3; ++n) this->accepted[n] = part->post(this->task(n)) == post_result::accepted;
    }
    part->wait_idle();
  }
  void finish() {
    part.reset();
    std::size_t missing = 0;
    for (std::size_t n = 0; n != 3; ++n) {
      const int runs = this->ran[n].read();
      check<P>(runs <= (this->accepted[n] ? 1 : 0), claim);
      missing += runs == 0 && this->accepted[n];
    }
    check<P>(missing == handed_back, claim);
    this->pool->join();
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> part;
  std::size_t handed_back = 0;
};

}  // namespace weir::verify::scenarios

#endif

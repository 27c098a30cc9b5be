// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESIZES_AGREE_ACROSS_SHARDS_HPP
#define WEIR_VERIFY_SCENARIOS_RESIZES_AGREE_ACROSS_SHARDS_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/scenarios/two_shards.hpp>

namespace weir::verify::scenarios {

/// Two threads change the limits of a multi_pool of two. Neither waits for the other.
///
///     one: the first pool        the other: both pools        one: the second pool
template <class Pool>
struct resizes_agree_across_shards : stage<two_shards<Pool>, 1> {
  static constexpr const char* claim =
      "I17: when all calls of resize() have returned, all pools of a multi_pool have the limits of one of them";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->pool->resize(i, i + 2);
    if (i == 0) this->post(0);
  }
  void finish() {
    using P = typename Pool::platform_type;
    const stats first = (*this->pool)[0].stats(), second = (*this->pool)[1].stats();
    check<P>(first.capacity == second.capacity && first.min_workers == second.min_workers && first.capacity == first.min_workers + 2,
             claim);
    this->end_and_check("I2: an accepted task runs");
  }
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REFUSED_RESIZE_ACROSS_SHARDS_HPP
#define WEIR_VERIFY_SCENARIOS_REFUSED_RESIZE_ACROSS_SHARDS_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/scenarios/two_shards.hpp>

#include <stdexcept>

namespace weir::verify::scenarios {

/// Two threads change the limits of a multi_pool of two, and the limits of one of them are refused.
///
///     one: takes back        the other: the first pool        one: has taken back        the other: the second pool
template <class Pool>
struct refused_resize_across_shards : stage<two_shards<Pool>, 1> {
  static constexpr const char* claim = "I17: a call of resize() that a multi_pool refuses changes the limits of no pool";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->pool->resize(1, 3);
      return this->post(0);
    }
    try {
      this->pool->resize(2, 1);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
  }
  void finish() {
    check<typename Pool::platform_type>(refused, claim);
    for (unsigned shard : {0U, 1U}) {
      const stats now = (*this->pool)[shard].stats();
      check<typename Pool::platform_type>(now.capacity == 3 && now.min_workers == 1, claim);
    }
    this->end_and_check("I2: an accepted task runs");
  }

  bool refused = false;  // read when the thread has ended
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_ITS_KEY_HPP
#define WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_ITS_KEY_HPP

#include <weir/concepts/tags.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// The capacity falls while a worker runs a task of a key and another one is idle: the busy worker may be the one to retire, and the next
/// task of its key, for which no worker was woken, must be seen by the worker that stays.
template <class Pool>
struct surplus_worker_vs_its_key : stage<Pool, 3> {
  static constexpr const char* claim = "I28: a task behind a key is not stranded when the worker that ran the key leaves";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->resize(0, 1);
    this->post(2);
    for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post(this->task(n), key{1}) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif

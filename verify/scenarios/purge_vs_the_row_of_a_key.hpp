// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_THE_ROW_OF_A_KEY_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_THE_ROW_OF_A_KEY_HPP

#include <weir/concepts/tags.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A purge takes back the tasks of a key before, while or after another of them runs. A task that is posted afterwards must find the key
/// free, or be released by the running one.
///
///     worker: task 0 of the key ends: the next is task 1        purger: takes task 1, the last of its row
///     worker: nothing to do                                     purger: posts task 2: does one of the key run?
template <class Pool>
struct purge_vs_the_row_of_a_key : stage<Pool, 3> {
  static constexpr const char* claim = "I2: a task is not left behind a key whose other tasks were taken back";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      post_keyed(0);
      return post_keyed(1);
    }
    for (auto& each : this->pool->purge()) each();
    post_keyed(2);
  }
  void finish() { this->end_and_check(claim); }

  void post_keyed(std::size_t n) { this->accepted[n] = this->pool->post(this->task(n), key{1}) == post_result::accepted; }
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/any_pool.hpp"

namespace weir::properties {

const std::vector<combination>& all_combinations() {
  static const std::vector<combination> all = [] {
    std::vector<combination> together;
    for (const auto part : {&mutex_fifo_wait, &unbounded_wait, &bounded_wait, &bounded_wait_at_most, &bounded_reject, &bounded_caller_runs,
                             &none_wait, &none_wait_at_most, &none_reject, &none_caller_runs}) {
      together.insert(together.end(), part().begin(), part().end());
    }
    return together;
  }();
  return all;
}

}  // namespace weir::properties

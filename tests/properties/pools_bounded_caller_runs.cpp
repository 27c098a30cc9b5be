// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/pools_of.hpp"

namespace weir::properties {

const std::vector<combination>& bounded_caller_runs() {
  static const std::vector<combination> all = pools_of<queue::bounded<small_room>, blocking::caller_runs>();
  return all;
}

}  // namespace weir::properties

// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/pools_of.hpp"

namespace weir::properties {

const std::vector<combination>& none_wait_at_most() {
  static const std::vector<combination> all = pools_of<queue::none, blocking::wait_at_most<small_line>>();
  return all;
}

}  // namespace weir::properties

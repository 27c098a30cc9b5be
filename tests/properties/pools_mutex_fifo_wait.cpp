// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/pools_of.hpp"

namespace weir::properties {

const std::vector<combination>& mutex_fifo_wait() {
  static const std::vector<combination> all = pools_of<queue::mutex_fifo, blocking::wait>();
  return all;
}

}  // namespace weir::properties

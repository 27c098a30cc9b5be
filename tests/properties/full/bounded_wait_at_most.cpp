// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& bounded_wait_at_most() {
  static const std::vector<combination> all = full_part<5, 1>();
  return all;
}

}  // namespace weir::properties

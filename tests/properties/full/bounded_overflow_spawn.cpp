// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& bounded_overflow_spawn() {
  static const std::vector<combination> all = full_part<5, 6>();
  return all;
}

}  // namespace weir::properties

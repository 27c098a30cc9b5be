// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& bounded_discard_oldest() {
  static const std::vector<combination> all = full_part<5, 5>();
  return all;
}

}  // namespace weir::properties

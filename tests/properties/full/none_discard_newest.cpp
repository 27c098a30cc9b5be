// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& none_discard_newest() {
  static const std::vector<combination> all = full_part<8, 4>();
  return all;
}

}  // namespace weir::properties

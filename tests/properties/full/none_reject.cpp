// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& none_reject() {
  static const std::vector<combination> all = full_part<8, 2>();
  return all;
}

}  // namespace weir::properties

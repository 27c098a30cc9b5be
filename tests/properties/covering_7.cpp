// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/covering_part.hpp"

namespace weir::properties {

const std::vector<combination>& covering_7() {
  static const std::vector<combination> some = covering_part<6>();
  return some;
}

}  // namespace weir::properties

// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/covering_part.hpp"

namespace weir::properties {

const std::vector<combination>& covering_5() {
  static const std::vector<combination> some = covering_part<4>();
  return some;
}

}  // namespace weir::properties

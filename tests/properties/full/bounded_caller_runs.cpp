// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/full/part.hpp"

namespace weir::properties {

const std::vector<combination>& bounded_caller_runs() {
  static const std::vector<combination> all = full_part<5, 3>();
  return all;
}

}  // namespace weir::properties

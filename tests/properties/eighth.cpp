// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/combinations.hpp"
#include "tests/properties/covering_part.hpp"

namespace weir::properties {

const std::vector<combination>& covering_1();

const std::vector<combination>& all_combinations() { return covering_1(); }
std::size_t expected_combinations() { return size_of_part<0>; }

}  // namespace weir::properties

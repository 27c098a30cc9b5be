// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/combinations.hpp"
#include "tests/properties/covering.hpp"

namespace weir::properties {

const std::vector<combination>& covering_1();
const std::vector<combination>& covering_2();
const std::vector<combination>& covering_3();
const std::vector<combination>& covering_4();
const std::vector<combination>& covering_5();
const std::vector<combination>& covering_6();
const std::vector<combination>& covering_7();
const std::vector<combination>& covering_8();

const std::vector<combination>& all_combinations() {
  static const std::vector<combination> all = [] {
    std::vector<combination> together;
    for (const auto part : {&covering_1, &covering_2, &covering_3, &covering_4, &covering_5, &covering_6, &covering_7, &covering_8})
      together.insert(together.end(), part().begin(), part().end());
    return together;
  }();
  return all;
}

std::size_t expected_combinations() { return covering::size; }

}  // namespace weir::properties

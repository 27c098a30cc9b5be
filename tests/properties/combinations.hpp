// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_COMBINATIONS_HPP
#define TESTS_PROPERTIES_COMBINATIONS_HPP

#include <weir/verify/properties/any_pool.hpp>

#include <cstddef>
#include <vector>

namespace weir::properties {

/// The sets of policies that the properties are tried on: covering.hpp, or all that are legal.
const std::vector<combination>& all_combinations();
/// How many they must be.
std::size_t expected_combinations();

}  // namespace weir::properties

#endif

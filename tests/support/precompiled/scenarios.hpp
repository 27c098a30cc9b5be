// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP
#define TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP

// What nearly every program of scenarios includes, so that it is compiled once. The programs include what they need all the same.
#include <weir/pool.hpp>
#include <weir/verify/harness.hpp>

#endif  // TESTS_SUPPORT_PRECOMPILED_SCENARIOS_HPP

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP
#define TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP

// What nearly every GoogleTest program includes, so that it is compiled once. The programs include what they need all the same.
#include <weir/weir.hpp>

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#endif  // TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP

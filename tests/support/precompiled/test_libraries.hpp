// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP
#define TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP

// What nearly every GoogleTest program includes, so that it is compiled once; a header that few include costs all of them the time to load it. The
// programs include what they need all the same.
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <thread>

#endif  // TESTS_SUPPORT_PRECOMPILED_TEST_LIBRARIES_HPP

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_ENDS_HPP
#define TESTS_CONFORMANCE_ENDS_HPP

#include <weir/verify/stress/watchdog.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace weir::tests {

/// A test of a policy that ends the program, and says which test of which policy it was, if it does not end by itself.
class ends : public testing::Test {
 protected:
  /// `cause` is what in a policy makes a thread wait for ever.
  explicit ends(const std::string& cause) : limit_(std::chrono::seconds(60), name() + " does not end: " + cause) {}

 private:
  static std::string name() {
    const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->test_suite_name()) + "." + test->name();
  }
  verify::stress::watchdog limit_;
};

}  // namespace weir::tests

#endif

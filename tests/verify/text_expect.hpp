// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_TEXT_EXPECT_HPP
#define TESTS_VERIFY_TEXT_EXPECT_HPP

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace text_expect {

inline ::testing::AssertionResult said(bool holds, const std::string& text, const char* how, const std::string& part) {
  if (holds) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "this does not " << how << " " << part << ":\n" << text;
}

inline ::testing::AssertionResult has(const std::string& text, const std::string& part) {
  return said(text.find(part) != std::string::npos, text, "have", part);
}
inline ::testing::AssertionResult begins(const std::string& text, const std::string& part) {
  return said(text.starts_with(part), text, "begin with", part);
}
/// Somewhere, in the way of ECMAScript.
inline ::testing::AssertionResult looks(const std::string& text, const std::string& pattern) {
  return said(std::regex_search(text, std::regex(pattern)), text, "look like", pattern);
}

}  // namespace text_expect

#endif

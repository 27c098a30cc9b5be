// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_NUMBERED_HPP
#define TESTS_SUPPORT_NUMBERED_HPP

#include <string>

namespace weir::tests {

/// Names the cases of a typed suite by their number.
struct numbered {
  template <class>
  static std::string GetName(int n) {
    return std::to_string(n);
  }
};

}  // namespace weir::tests

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_EVENTUALLY_HPP
#define TESTS_SUPPORT_EVENTUALLY_HPP

#include "tests/support/event.hpp"

#include <chrono>
#include <thread>

namespace weir::tests {

/// Asks until the answer is true, or until patience ends. For states that no call reports, such as "the thread is gone" or
/// "the submitter waits": the test continues as soon as it holds, however long that takes.
template <class Predicate>
[[nodiscard]] bool eventually(Predicate holds) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace weir::tests

#endif

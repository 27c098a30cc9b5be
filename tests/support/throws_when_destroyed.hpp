// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_THROWS_WHEN_DESTROYED_HPP
#define TESTS_SUPPORT_THROWS_WHEN_DESTROYED_HPP

#include <stdexcept>
#include <utility>

namespace weir::tests {

/// A callable whose destructor throws std::domain_error("on purpose"), but not after a move from it.
struct throws_when_destroyed {
  bool throws = true;
  throws_when_destroyed() = default;
  throws_when_destroyed(throws_when_destroyed&& other) noexcept : throws(std::exchange(other.throws, false)) {}
  ~throws_when_destroyed() noexcept(false) {
    if (throws) throw std::domain_error("on purpose");
  }
  void operator()() const {}
};

}  // namespace weir::tests

#endif

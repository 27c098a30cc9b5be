// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_DICE_HPP
#define TESTS_INTERACTIONS_DICE_HPP

#include <cstddef>
#include <cstdint>

namespace weir::interactions {

/// Numbers that a seed decides: splitmix64.
class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {}
  /// One of 0 ... n - 1.
  unsigned below(std::size_t n) { return static_cast<unsigned>(next() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace weir::interactions

#endif

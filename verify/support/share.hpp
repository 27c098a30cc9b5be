// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SHARE_HPP
#define WEIR_VERIFY_SUPPORT_SHARE_HPP

#include <algorithm>
#include <cstdint>

namespace weir::verify::checker {

/// What belongs to one of several processes that share work, each number `index` of `total`. Every piece belongs to exactly one.
struct share {
  std::uint64_t index = 0;
  std::uint64_t total = 1;

  [[nodiscard]] bool whole() const { return total == 1; }
  /// Piece number i of something that has no end.
  [[nodiscard]] bool has(std::uint64_t i) const { return i % total == index; }

  /// Numbers `first` and on, `count` of them.
  struct range {
    std::uint64_t first;
    std::uint64_t count;
  };
  /// Of the numbers 1 to `count`, cut into blocks: neighbouring blocks, as many as the others have or one more.
  [[nodiscard]] range of(std::uint64_t count, std::uint64_t block) const {
    const std::uint64_t blocks = count / block + (count % block != 0);
    const std::uint64_t more = blocks % total;
    const auto begin = [&](std::uint64_t i) { return std::min(count, (blocks / total * i + std::min(i, more)) * block); };
    return {begin(index) + 1, begin(index + 1) - begin(index)};
  }
};

}  // namespace weir::verify::checker

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_SOURCE_HPP
#define PGZIP_SOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pgzip {

/// Where the bytes come from.
class source {
 public:
  virtual ~source() = default;
  /// Fills `room` as far as the input goes and returns how many bytes that were; fewer than asked means the end.
  virtual std::size_t read(std::span<unsigned char> room) = 0;
  /// How many bytes there should be in all, where that is known beforehand.
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const = 0;
};

}  // namespace pgzip

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_GZIP_MEMBER_HPP
#define PGZIP_GZIP_MEMBER_HPP

#include <zlib.h>

#include <array>
#include <cstdint>

#include "block.hpp"

namespace pgzip {

/// What RFC 1952 puts around the compressed blocks of one file. No name and no time of day go in: equal input gives
/// equal output.
class gzip_member {
 public:
  static std::array<unsigned char, 10> header(int level) noexcept {
    const unsigned char effort = level == 9 ? 2 : level == 1 ? 4 : 0;
    return {0x1f, 0x8b, Z_DEFLATED, 0, 0, 0, 0, 0, effort, 3 /* Unix */};
  }

  /// Accounts for a block; the blocks come in the order of the input.
  void add(const block& next) noexcept {
    checksum_ = static_cast<std::uint32_t>(crc32_combine(checksum_, next.checksum(), static_cast<z_off_t>(next.input_size())));
    length_ += static_cast<std::uint32_t>(next.input_size());  // modulo 2^32, says the RFC
  }

  /// An empty deflate block marked as the last, which ends the stream whatever came before; then checksum and length.
  [[nodiscard]] std::array<unsigned char, 10> trailer() const noexcept {
    const auto byte = [](std::uint32_t of, int n) { return static_cast<unsigned char>(of >> (8 * n)); };
    return {0x03,
            0x00,
            byte(checksum_, 0),
            byte(checksum_, 1),
            byte(checksum_, 2),
            byte(checksum_, 3),
            byte(length_, 0),
            byte(length_, 1),
            byte(length_, 2),
            byte(length_, 3)};
  }

 private:
  std::uint32_t checksum_ = 0;
  std::uint32_t length_ = 0;
};

}  // namespace pgzip

#endif

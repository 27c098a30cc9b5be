// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_DEFLATER_HPP
#define PGZIP_DEFLATER_HPP

#include <zlib.h>

#include <cstddef>
#include <span>

namespace pgzip {

/// zlib's compressor, kept from block to block: its quarter of a mebibyte is allocated at the first use only.
class deflater {
 public:
  /// How far back deflate looks, hence how much of the preceding input is of use to the next block.
  static constexpr std::size_t window = 32 * 1024;

  deflater() = default;
  deflater(const deflater&) = delete;
  deflater& operator=(const deflater&) = delete;
  ~deflater() {
    if (ready_) deflateEnd(&stream_);
  }

  /// The most bytes that `compress` makes of `size` bytes.
  static std::size_t bound(std::size_t size) noexcept { return compressBound(size) + 16; }

  /// Compresses `input`, which comes after `dictionary` in the stream, into `output` and returns the size of the result:
  /// deflate blocks that end on a whole byte, none of them marked as the last, so that results can be strung together.
  /// Throws std::runtime_error when zlib refuses.
  std::size_t compress(int level, std::span<const unsigned char> dictionary, std::span<const unsigned char> input,
                       std::span<unsigned char> output);

 private:
  void start(int level);

  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace pgzip

#endif

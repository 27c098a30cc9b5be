// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_BLOCK_HPP
#define PGZIP_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "deflater.hpp"
#include "source.hpp"

namespace pgzip {

/// A stretch of the input on its way through the pool, with all the memory it needs. Used again and again.
///
///     | dictionary | input -> |        the dictionary is the end of the preceding block
class block {
 public:
  explicit block(std::size_t size);

  /// Takes the next stretch from `in`; false when that was at its end already. Main's part.
  /// `previous` is the block before in the stream, nullptr at the stream's beginning; workers may be reading it.
  bool fill(source& in, const block* previous);
  /// Makes the output and the checksum. A worker's part.
  void compress(int level);

  [[nodiscard]] std::size_t input_size() const noexcept { return filled_; }
  [[nodiscard]] std::span<const unsigned char> output() const noexcept { return {output_.get(), compressed_}; }
  [[nodiscard]] std::uint32_t checksum() const noexcept { return checksum_; }

 private:
  std::size_t size_;
  std::unique_ptr<unsigned char[]> input_;  // the dictionary ends, and the input begins, at deflater::window
  std::unique_ptr<unsigned char[]> output_;
  deflater deflater_;
  std::size_t dictionary_ = 0;
  std::size_t filled_ = 0;
  std::size_t compressed_ = 0;
  std::uint32_t checksum_ = 0;
};

}  // namespace pgzip

#endif

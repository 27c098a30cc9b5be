// SPDX-License-Identifier: Apache-2.0
#include "block.hpp"

#include <algorithm>
#include <cstring>

namespace pgzip {

block::block(std::size_t size)
    : size_(size),  // not initialised, so that a small input does not touch memory it has no use for
      input_(std::make_unique_for_overwrite<unsigned char[]>(deflater::window + size)),
      output_(std::make_unique_for_overwrite<unsigned char[]>(deflater::bound(size))) {}

bool block::fill(source& in, const block* previous) {
  unsigned char* const begin = input_.get() + deflater::window;
  dictionary_ = 0;
  if (previous != nullptr) {
    dictionary_ = std::min(deflater::window, previous->dictionary_ + previous->filled_);
    const unsigned char* const end = previous->input_.get() + deflater::window + previous->filled_;
    std::memcpy(begin - dictionary_, end - dictionary_, dictionary_);
  }
  filled_ = in.read({begin, size_});
  return filled_ != 0;
}

void block::compress(int level) {
  const std::span<const unsigned char> all(input_.get() + deflater::window - dictionary_, dictionary_ + filled_);
  const auto input = all.subspan(dictionary_);
  compressed_ = deflater_.compress(level, all.first(dictionary_), input, {output_.get(), deflater::bound(size_)});
  checksum_ = static_cast<std::uint32_t>(crc32_z(0, input.data(), input.size()));
}

}  // namespace pgzip

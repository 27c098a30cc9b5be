// SPDX-License-Identifier: Apache-2.0
#include "deflater.hpp"

#include <stdexcept>
#include <string>

namespace pgzip {
namespace {

void require(int result, const char* step) {
  if (result != Z_OK) throw std::runtime_error(std::string("zlib: ") + step + ": " + zError(result));
}

Bytef* input_of(std::span<const unsigned char> bytes) { return const_cast<Bytef*>(bytes.data()); }  // zlib only reads

}  // namespace

void deflater::start(int level) {
  constexpr int raw_window_bits = -15;  // no header or checksum of zlib's own: the member is put together by us
  constexpr int usual_memory = 8;
  if (ready_) {
    require(deflateReset(&stream_), "deflateReset");
  } else {
    require(deflateInit2(&stream_, level, Z_DEFLATED, raw_window_bits, usual_memory, Z_DEFAULT_STRATEGY), "deflateInit2");
    ready_ = true;
  }
}

std::size_t deflater::compress(int level, std::span<const unsigned char> dictionary, std::span<const unsigned char> input,
                               std::span<unsigned char> output) {
  start(level);
  if (!dictionary.empty()) {
    require(deflateSetDictionary(&stream_, input_of(dictionary), static_cast<uInt>(dictionary.size())), "deflateSetDictionary");
  }
  stream_.next_in = input_of(input);
  stream_.avail_in = static_cast<uInt>(input.size());
  stream_.next_out = output.data();
  stream_.avail_out = static_cast<uInt>(output.size());
  require(deflate(&stream_, Z_SYNC_FLUSH), "deflate");
  // A full output would mean that the flush is not complete.
  if (stream_.avail_in != 0 || stream_.avail_out == 0) throw std::runtime_error("zlib: deflate: result too large");
  return output.size() - stream_.avail_out;
}

}  // namespace pgzip

// SPDX-License-Identifier: Apache-2.0
#include "verify.hpp"

#include <zlib.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

namespace pgzip {
namespace {

constexpr std::size_t chunk = 64 * 1024;

/// zlib's decompressor, told to expect a gzip member and to check its checksum and length.
class inflater {
 public:
  inflater() {
    constexpr int gzip_window_bits = 15 + 16;
    if (inflateInit2(&stream, gzip_window_bits) != Z_OK) throw std::bad_alloc();
  }
  inflater(const inflater&) = delete;
  inflater& operator=(const inflater&) = delete;
  ~inflater() { inflateEnd(&stream); }

  z_stream stream{};
};

}  // namespace

void verify(int compressed, source& expected, const interrupts& signals) {
  inflater in;
  std::vector<unsigned char> packed(chunk), plain(chunk), original(chunk);
  off_t position = 0;
  int result = Z_OK;
  do {
    signals.check();
    if (in.stream.avail_in == 0) {
      const ssize_t got = ::pread(compressed, packed.data(), chunk, position);
      if (got < 0) throw_errno("cannot read the result");
      position += got;
      in.stream.next_in = packed.data();
      in.stream.avail_in = static_cast<uInt>(got);
    }
    in.stream.next_out = plain.data();
    in.stream.avail_out = chunk;
    result = inflate(&in.stream, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END) throw std::runtime_error(std::string("the result is damaged: ") + zError(result));
    const std::size_t size = chunk - in.stream.avail_out;
    if (expected.read({original.data(), size}) != size || std::memcmp(plain.data(), original.data(), size) != 0) {
      throw std::runtime_error("the result differs from the input");
    }
  } while (result != Z_STREAM_END);

  if (expected.read({original.data(), 1}) != 0) throw std::runtime_error("the result lacks the end of the input");
  unsigned char rest = 0;
  if (in.stream.avail_in != 0 || ::pread(compressed, &rest, 1, position) != 0)
    throw std::runtime_error("the result has too much at its end");
}

}  // namespace pgzip

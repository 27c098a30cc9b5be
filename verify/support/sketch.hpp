// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SKETCH_HPP
#define WEIR_VERIFY_SUPPORT_SKETCH_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace weir::verify::checker {

/// Counts distinct schedules approximately, in fixed memory: one bit per hash value, read back by linear counting.
class sketch {
 public:
  sketch() : bits_(static_cast<std::uint64_t*>(std::calloc(words, sizeof(std::uint64_t)))) {}
  sketch(const sketch&) = delete;
  sketch& operator=(const sketch&) = delete;
  ~sketch() { std::free(bits_); }
  void add(std::uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ULL;
    hash ^= hash >> 27;
    bits_[(hash >> 6) % words] |= std::uint64_t{1} << (hash % 64);
  }
  [[nodiscard]] std::uint64_t estimate() const {
    std::uint64_t ones = 0;
    for (std::size_t i = 0; i != words; ++i) ones += static_cast<unsigned>(__builtin_popcountll(bits_[i]));
    constexpr double all = 64.0 * words;
    if (ones >= words * 64 - 1) return static_cast<std::uint64_t>(all) * 16;
    return static_cast<std::uint64_t>(std::lround(-all * std::log((all - static_cast<double>(ones)) / all)));
  }

 private:
  static constexpr std::size_t words = std::size_t{1} << 16;
  std::uint64_t* bits_;
};

}  // namespace weir::verify::checker

#endif

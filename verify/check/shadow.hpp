// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SHADOW_HPP
#define WEIR_VERIFY_CHECK_SHADOW_HPP

#include <weir/verify/check/region.hpp>
#include <weir/verify/check/scratch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace weir::verify::checked {

struct location;

/// That a thread touched some bytes of a word of eight, at one of its times.
struct record {
  std::uint32_t epoch = 0;
  std::uint8_t thread = 0;
  std::uint8_t bytes = 0;  ///< a bit for each
  std::uint8_t kind = 0;   ///< of access_kind
  std::uint8_t unused = 0;
};

/// What is known of a word of eight bytes, beyond its three records.
struct word_more {
  record* records = nullptr;
  std::uint32_t count = 0;
  std::uint32_t room = 0;
  location* atomics = nullptr;  ///< those that begin in this word
  bool object = false;          ///< a lock, a condition variable or the like begins here
};

/// What is known of a word of eight bytes. One of another execution knows nothing.
struct word {
  std::uint32_t execution = 0;
  std::uint32_t more = 0;  ///< number of a word_more; 0: none
  record first[3];
};
static_assert(sizeof(word) == 32);

/// The words of all memory. Those of threads, of the heap and of the program's variables are found by arithmetic, all others in a table.
class shadow {
 public:
  void prepare(std::uintptr_t variables_begin, std::uintptr_t variables_end) {
    region_ = static_cast<word*>(reserve((region_end - region_begin) / 8 * sizeof(word)));
    variables_begin_ = variables_begin & ~std::uintptr_t{7};
    variables_bytes_ = variables_end - variables_begin_;
    variables_ = static_cast<word*>(reserve((variables_bytes_ / 8 + 1) * sizeof(word)));
    pages_ = static_cast<page*>(reserve(buckets * sizeof(page)));
  }

  word& of(std::uintptr_t a) {
    if (is_in_region(a)) return region_[(a - region_begin) / 8];
    if (is_variable(a)) return variables_[(a - variables_begin_) / 8];
    return elsewhere(a);
  }
  /// Whether it is of a thread, in the heap, or a variable of the program: the same place in each execution. What the C library has allocated for itself,
  /// and shows, as readdir does, is not.
  [[nodiscard]] bool is_in_same_place(std::uintptr_t a) const { return is_in_region(a) || is_variable(a); }

 private:
  struct page {
    std::uintptr_t number;
    word* words;
  };
  static constexpr std::size_t buckets = std::size_t{1} << 16;

  static bool is_in_region(std::uintptr_t a) { return a - region_begin < region_end - region_begin; }
  [[nodiscard]] bool is_variable(std::uintptr_t a) const { return a - variables_begin_ < variables_bytes_; }

  word& elsewhere(std::uintptr_t a) {
    const std::uintptr_t number = a >> 12;
    for (std::size_t i = number * 0x9E3779B1U % buckets;; i = (i + 1) % buckets) {
      if (pages_[i].words == nullptr) pages_[i] = {number, static_cast<word*>(reserve(512 * sizeof(word)))};
      if (pages_[i].number == number) return pages_[i].words[(a & 4095) / 8];
    }
  }

  word* region_ = nullptr;
  word* variables_ = nullptr;
  std::uintptr_t variables_begin_ = 0;
  std::size_t variables_bytes_ = 0;
  page* pages_ = nullptr;
};

}  // namespace weir::verify::checked

#endif

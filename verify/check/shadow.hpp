// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SHADOW_HPP
#define WEIR_VERIFY_CHECK_SHADOW_HPP

#include <weir/verify/check/region.hpp>
#include <weir/verify/check/scratch.hpp>

#include <algorithm>
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
  std::uint8_t objects = 0;     ///< bytes at which a lock, a condition variable or the like begins; a plain write takes them away
};

/// What is known of a word of eight bytes. One of another execution knows nothing.
struct word {
  std::uint32_t execution = 0;
  std::uint32_t more = 0;  ///< number of a word_more; 0: none
  record first[3];
};
static_assert(sizeof(word) == 32);

/// The words of all memory. Those of threads, of the heap, of mappings and of the program's variables are found by arithmetic, all others in a table.
class shadow {
 public:
  /// `when_full` does not return.
  void prepare(std::uintptr_t variables_begin, std::uintptr_t variables_end, void (*when_full)()) {
    when_full_ = when_full;
    region_ = static_cast<word*>(reserve((region_end - region_begin) / 8 * sizeof(word)));
    touched_in_ = static_cast<std::uint32_t*>(reserve((region_end - region_begin) / part_bytes * sizeof(std::uint32_t)));
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
  /// Whether it is of a thread, in the heap, in a mapping, or a variable of the program: the same place in each execution. What the C library has
  /// allocated for itself, and shows, as readdir does, is not.
  [[nodiscard]] bool is_in_same_place(std::uintptr_t a) const { return is_in_region(a) || is_variable(a); }

  /// The word is of this execution now.
  void is_touched(std::uintptr_t a, std::uint32_t execution) {
    if (is_in_region(a)) touched_in_[(a - region_begin) / part_bytes] = execution;
  }
  /// Calls `f(address, word)` for the words from `a` on, in the region, that this execution has touched.
  template <class F>
  void each_touched(std::uintptr_t a, std::size_t size, std::uint32_t execution, F f) {
    for (const std::uintptr_t end = a + size; a < end;) {
      const std::uintptr_t next = std::min(end, a / part_bytes * part_bytes + part_bytes);
      if (touched_in_[(a - region_begin) / part_bytes] == execution)
        for (; a < next; a += 8)
          if (word& w = region_[(a - region_begin) / 8]; w.execution == execution) f(a, w);
      a = next;
    }
  }

  static bool is_in_region(std::uintptr_t a) { return a - region_begin < region_end - region_begin; }

 private:
  struct page {
    std::uintptr_t number;
    word* words;
  };
  static constexpr std::size_t buckets = std::size_t{1} << 17;

  [[nodiscard]] bool is_variable(std::uintptr_t a) const { return a - variables_begin_ < variables_bytes_; }

  word& elsewhere(std::uintptr_t a) {
    const std::uintptr_t number = a >> 12;
    for (std::size_t i = number * 0x9E3779B1U % buckets;; i = (i + 1) % buckets) {
      if (pages_[i].words == nullptr) {
        auto* const words = pages_used_ == buckets / 2 ? nullptr : static_cast<word*>(reserve(512 * sizeof(word)));
        if (words == nullptr) when_full_();
        pages_[i] = {number, words};
        ++pages_used_;
      }
      if (pages_[i].number == number) return pages_[i].words[(a & 4095) / 8];
    }
  }

  static constexpr std::size_t part_bytes = std::size_t{1} << 14;

  word* region_ = nullptr;
  std::uint32_t* touched_in_ = nullptr;  ///< the last execution that has touched a word of each part of the region
  word* variables_ = nullptr;
  std::uintptr_t variables_begin_ = 0;
  std::size_t variables_bytes_ = 0;
  page* pages_ = nullptr;
  std::size_t pages_used_ = 0;
  void (*when_full_)() = nullptr;
};

}  // namespace weir::verify::checked

#endif

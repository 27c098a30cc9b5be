// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SCRATCH_HPP
#define WEIR_VERIFY_CHECK_SCRATCH_HPP

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace weir::verify::checked {

/// Address space without pages: what is not touched costs nothing, and it reads as zeros.
inline void* reserve(std::size_t bytes, std::uintptr_t at = 0) {
  const int where = at == 0 ? 0 : MAP_FIXED_NOREPLACE;
  void* const memory =
      ::mmap(reinterpret_cast<void*>(at), bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | where, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Memory that lasts for one execution, taken by moving a pointer and given back all at once. Its objects are not destroyed.
class scratch {
 public:
  void prepare() { begin_ = next_ = static_cast<char*>(reserve(size)); }
  void begin() { next_ = begin_; }

  /// Nothing when the execution has used all of it.
  void* take(std::size_t bytes) {
    bytes = (bytes + 15) / 16 * 16;
    if (static_cast<std::size_t>(next_ - begin_) + bytes > size) return nullptr;
    void* const mine = next_;
    next_ += bytes;
    return mine;
  }

  /// Objects are named by numbers of 32 bits; 0 is none.
  [[nodiscard]] std::uint32_t number_of(const void* object) const {
    return static_cast<std::uint32_t>((static_cast<const char*>(object) - begin_) / 16 + 1);
  }
  [[nodiscard]] void* object_of(std::uint32_t number) const { return begin_ + (number - std::size_t{1}) * 16; }

 private:
  static constexpr std::size_t size = std::size_t{2} << 30;
  char* begin_ = nullptr;
  char* next_ = nullptr;
};

}  // namespace weir::verify::checked

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_VALUE_HPP
#define WEIR_VERIFY_CHECK_VALUE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace weir::verify::checked {

/// The value of an atomic of up to 16 bytes.
__extension__ typedef unsigned __int128 value;

inline bool same(const value& a, const value& b) { return a == b; }

inline value read_value(std::uintptr_t a, std::size_t size) {
  switch (size) {
    case 1: return *reinterpret_cast<const volatile std::uint8_t*>(a);
    case 2: return *reinterpret_cast<const volatile std::uint16_t*>(a);
    case 4: return *reinterpret_cast<const volatile std::uint32_t*>(a);
    case 8: return *reinterpret_cast<const volatile std::uint64_t*>(a);
    default: return *reinterpret_cast<const volatile value*>(a);
  }
}

inline void write_value(std::uintptr_t a, std::size_t size, const value& v) {
  switch (size) {
    case 1: *reinterpret_cast<volatile std::uint8_t*>(a) = static_cast<std::uint8_t>(v); break;
    case 2: *reinterpret_cast<volatile std::uint16_t*>(a) = static_cast<std::uint16_t>(v); break;
    case 4: *reinterpret_cast<volatile std::uint32_t*>(a) = static_cast<std::uint32_t>(v); break;
    case 8: *reinterpret_cast<volatile std::uint64_t*>(a) = static_cast<std::uint64_t>(v); break;
    default: *reinterpret_cast<volatile value*>(a) = v;
  }
}

/// Small numbers as such, with a sign where that is shorter; others in hexadecimal.
inline std::string text_of(const value& v, std::size_t size) {
  const auto low = static_cast<std::uint64_t>(v);
  const auto high = static_cast<std::uint64_t>(v >> 64);
  const unsigned shift = size < 8 ? 64 - 8 * static_cast<unsigned>(size) : 0;
  const auto with_sign = static_cast<std::int64_t>(low << shift) >> shift;
  if (high == 0 && size <= 8 && with_sign > -1000 && with_sign < 1'000'000) return std::to_string(with_sign);
  char text[48];
  if (high != 0)
    std::snprintf(text, sizeof text, "0x%llx%016llx", high + 0ULL, low + 0ULL);
  else
    std::snprintf(text, sizeof text, "0x%llx", low + 0ULL);
  return text;
}

}  // namespace weir::verify::checked

#endif

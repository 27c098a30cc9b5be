// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SYSTEM_CALL_HPP
#define WEIR_VERIFY_CHECK_SYSTEM_CALL_HPP

#include <sys/syscall.h>

#include <cerrno>
#include <concepts>

namespace weir::verify::checked {

inline long as_register(const void* p) { return reinterpret_cast<long>(p); }
template <std::integral Number>
long as_register(Number n) {
  return static_cast<long>(n);
}

/// The system itself, and not the C library's function: that is the program's step when the program calls it. -1 and errno: it fails.
template <class... Args>
long system_call(long number, Args... args) {
  const long all[6] = {as_register(args)...};
  register long fourth __asm__("r10") = all[3];
  register long fifth __asm__("r8") = all[4];
  register long sixth __asm__("r9") = all[5];
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(all[0]), "S"(all[1]), "d"(all[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  if (number >= 0 || number < -4095) return number;
  errno = static_cast<int>(-number);
  return -1;
}

}  // namespace weir::verify::checked

#endif

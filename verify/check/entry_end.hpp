// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_END_HPP
#define WEIR_VERIFY_CHECK_ENTRY_END_HPP

#include <weir/verify/check/entry_system.hpp>

#include <err.h>
#include <error.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

// Ends of a program that the C library makes without a call of exit or _exit. What a program may have a function of its own for is weak.

using namespace weir::verify::checked;

namespace weir::verify::checked {

/// Of err and its like: the program says something, and ends.
[[noreturn]] inline void exits_with_words(std::uintptr_t pc, int status, const char* call, const char* format, va_list values) {
  char words[300] = {};
  if (format != nullptr) std::vsnprintf(words, sizeof words, format, values);
  if (!under_check()) {
    std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, words);
    std::exit(status);
  }
  exits(pc, status, call, true, words);
}

/// Of error, which returns if the status is 0.
inline void says_error(std::uintptr_t pc, int status, const char* call, const char* format, va_list values) {
  if (status != 0) exits_with_words(pc, status, call, format, values);
  std::fprintf(stderr, "%s: ", program_invocation_short_name);
  std::vfprintf(stderr, format, values);
  std::fputc('\n', stderr);
}

}  // namespace weir::verify::checked

extern "C" {

void _Exit(int status) noexcept {
  if (under_check()) exits(caller(), status, "_Exit", false);
  behind(&_Exit, "_Exit")(status);
  __builtin_unreachable();
}
void quick_exit(int status) noexcept {
  if (under_check()) exits_quickly(caller(), status);
  behind(&quick_exit, "quick_exit")(status);
  __builtin_unreachable();
}

[[gnu::weak]] void verrx(int status, const char* format, va_list values) { exits_with_words(caller(), status, "verrx", format, values); }
[[gnu::weak]] void verr(int status, const char* format, va_list values) { exits_with_words(caller(), status, "verr", format, values); }
[[gnu::weak]] void errx(int status, const char* format, ...) {
  va_list values;
  va_start(values, format);
  exits_with_words(caller(), status, "errx", format, values);
}
[[gnu::weak]] void err(int status, const char* format, ...) {
  va_list values;
  va_start(values, format);
  exits_with_words(caller(), status, "err", format, values);
}
void weir_check_error(int status, int, const char* format, ...) __asm__("error");
[[gnu::weak]] void weir_check_error(int status, int, const char* format, ...) {
  va_list values;
  va_start(values, format);
  says_error(caller(), status, "error", format, values);
  va_end(values);
}
void weir_check_error_at_line(int status, int, const char*, unsigned, const char* format, ...) __asm__("error_at_line");
[[gnu::weak]] void weir_check_error_at_line(int status, int, const char*, unsigned, const char* format, ...) {
  va_list values;
  va_start(values, format);
  says_error(caller(), status, "error_at_line", format, values);
  va_end(values);
}
}

#endif

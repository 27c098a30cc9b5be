// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_TEXTS_HPP
#define WEIR_VERIFY_CHECK_ENTRY_TEXTS_HPP

#include <weir/verify/check/entry_heap.hpp>

#include <unistd.h>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Functions of the C library that give the program a text in a block of its own. It lies in the program's heap: the C library's is elsewhere in each
// execution.

using namespace weir::verify::checked;

namespace weir::verify::checked {

inline char* copy_for(std::uintptr_t pc, const char* text, std::size_t length) {
  auto* const copy = static_cast<char*>(allocate_for(pc, length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

/// `make` calls the C library, which allocates a text; the program gets a copy.
template <class F>
char* copy_of_systems(std::uintptr_t pc, F make) {
  if (!is_programs(pc)) return make();
  char* made = nullptr;
  if (under_check()) {
    inside here;
    made = make();
  } else {
    made = make();
  }
  if (made == nullptr) return nullptr;
  char* const copy = copy_for(pc, made, std::strlen(made));
  __libc_free(made);
  return copy;
}

inline int print_for(std::uintptr_t pc, char** to, const char* format, std::va_list values) {
  int length = -1;
  char* const text = copy_of_systems(pc, [&]() -> char* {
    char* made = nullptr;
    length = behind(&::vasprintf, "vasprintf")(&made, format, values);
    return length < 0 ? nullptr : made;
  });
  *to = text;
  return text == nullptr ? -1 : length;
}

/// Before a function that reads a line: where it would allocate the first block, the program's heap does. The C library enlarges it there.
inline void make_line_for(std::uintptr_t pc, char** line, std::size_t* size) {
  constexpr std::size_t usual = 120;
  if (line == nullptr || size == nullptr || (*line != nullptr && *size != 0) || !is_programs(pc)) return;
  *line = static_cast<char*>(allocate(usual, 16));
  *size = usual;
}

}  // namespace weir::verify::checked

extern "C" {

char* strdup(const char* text) noexcept { return copy_for(caller(), text, std::strlen(text)); }
char* strndup(const char* text, std::size_t most) noexcept { return copy_for(caller(), text, ::strnlen(text, most)); }
char* __strdup(const char* text) { return copy_for(caller(), text, std::strlen(text)); }
char* __strndup(const char* text, std::size_t most) { return copy_for(caller(), text, ::strnlen(text, most)); }

int vasprintf(char** to, const char* format, std::va_list values) noexcept { return print_for(caller(), to, format, values); }
int __vasprintf_chk(char** to, int, const char* format, std::va_list values) { return print_for(caller(), to, format, values); }
int asprintf(char** to, const char* format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  const int length = print_for(caller(), to, format, values);
  va_end(values);
  return length;
}
int __asprintf_chk(char** to, int, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = print_for(caller(), to, format, values);
  va_end(values);
  return length;
}

ssize_t getdelim(char** line, std::size_t* size, int end, std::FILE* from) {
  make_line_for(caller(), line, size);
  return behind(&getdelim, "getdelim")(line, size, end, from);
}
ssize_t __getdelim(char** line, std::size_t* size, int end, std::FILE* from) {
  make_line_for(caller(), line, size);
  return behind(&getdelim, "getdelim")(line, size, end, from);
}
ssize_t getline(char** line, std::size_t* size, std::FILE* from) {
  make_line_for(caller(), line, size);
  return behind(&getline, "getline")(line, size, from);
}

char* realpath(const char* path, char* to) noexcept {
  auto* const real = behind(&realpath, "realpath");
  return to != nullptr ? real(path, to) : copy_of_systems(caller(), [=] { return real(path, nullptr); });
}
char* getcwd(char* to, std::size_t size) noexcept {
  auto* const real = behind(&getcwd, "getcwd");
  return to != nullptr ? real(to, size) : copy_of_systems(caller(), [=] { return real(nullptr, size); });
}
}

#endif

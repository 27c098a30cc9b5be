// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_WHERE_HPP
#define WEIR_PLATFORM_WHERE_HPP

namespace weir::platform {

/// The source location of a platform operation. Every operation takes it as its last, defaulted argument: the checkers print it and
/// break one site at a time; the native platform ignores it, so it costs nothing.
struct where {
  const char* file;
  const char* function;
  unsigned line;

  static constexpr where current(const char* file = __builtin_FILE(), const char* function = __builtin_FUNCTION(),
                                 unsigned line = __builtin_LINE()) noexcept {
    return {file, function, line};
  }
};

}  // namespace weir::platform

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_REPORT_HPP
#define WEIR_PLATFORM_REPORT_HPP

#include <cstdio>
#include <exception>

namespace weir::platform {

/// Prints one line to standard error: what was thrown, and what happens now.
inline void report(const std::exception_ptr& thrown, const char* now) noexcept {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "weir: a task threw: %s; %s\n", e.what(), now);
  } catch (...) {
    std::fprintf(stderr, "weir: a task threw something that is not a std::exception; %s\n", now);
  }
}

}  // namespace weir::platform

#endif

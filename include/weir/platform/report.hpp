// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_REPORT_HPP
#define WEIR_PLATFORM_REPORT_HPP

#include <weir/platform/smaller_of.hpp>
#include <weir/platform/where.hpp>

#include <climits>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string_view>

namespace weir::platform {

/// Prints one line to standard error: which task, what it threw, and what happens now. `pool` may be empty, and `posted_at` null. If `thrown` is null, the
/// task has called pthread_exit, and the system ends the program when its unwinding is caught.
inline void report(const std::exception_ptr& thrown, const char* now, std::string_view pool = {},
                   const where* posted_at = nullptr) noexcept {
  const bool named = !pool.empty();
  const int length = static_cast<int>(smaller_of<std::size_t>(pool.size(), INT_MAX));
  char line[32] = "";
  if (posted_at != nullptr) std::snprintf(line, sizeof(line), ":%lu,", static_cast<unsigned long>(posted_at->line));
  const auto print = [&](const char* threw, const char* what) {
    std::fprintf(stderr, "weir: a task%s%.*s%s%s%s%s %s%s; %s\n", named ? " of the pool '" : "", length, pool.data(), named ? "'" : "",
                 posted_at == nullptr ? "" : ", posted at ", posted_at == nullptr ? "" : posted_at->file, line, threw, what, now);
  };
  if (thrown == nullptr) return print("ended a thread that must not end there", "");
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& e) {
    print("threw: ", e.what());
  } catch (...) {
    print("threw something that is not a std::exception", "");
  }
}

}  // namespace weir::platform

#endif

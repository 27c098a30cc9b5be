// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PROCESS_HPP
#define TESTS_SUPPORT_PROCESS_HPP

#include "tests/support/sanitizer.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>

namespace weir::tests {

/// What this program has used of the processors so far, all its threads together.
[[nodiscard]] inline std::chrono::microseconds processor_time() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto micros = [](const timeval& t) { return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec); };
  return micros(used.ru_utime) + micros(used.ru_stime);
}

/// How many threads this program has started and not lost yet, as the system sees it. A thread stays visible for a moment after it
/// was joined, so wait for the number that must come.
[[nodiscard]] inline std::size_t threads_alive() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  const auto all = static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
  constexpr std::size_t not_ours = 1 + (under_thread_sanitizer ? 1 : 0);  // main, and the sanitizer's helper
  return all > not_ours ? all - not_ours : 0;
}

}  // namespace weir::tests

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_MEMORY_HPP
#define WEIR_BENCH_SUPPORT_MEMORY_HPP

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace weir::bench {

/// Memory that this process really has, not what it has asked for.
[[nodiscard]] inline double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// What a file of the kernel's says of this process behind that word, in bytes; 0 if it says nothing.
[[nodiscard]] inline double kernel_says(const char* name, std::string_view of_what) {
  std::ifstream file(name);
  for (std::string word; file >> word;) {
    if (word != of_what) continue;
    double kilobytes = 0;
    file >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}
/// As resident_bytes, counted page by page: the kernel's running total may be behind by some pages for each thread. Slower.
[[nodiscard]] inline double counted_resident_bytes() { return kernel_says("/proc/self/smaps_rollup", "Rss:"); }
/// The most that it has had so far.
[[nodiscard]] inline double peak_resident_bytes() { return kernel_says("/proc/self/status", "VmHWM:"); }

/// What it has left when it has stopped giving memory back: after a tenth of a second without a change, two seconds at most.
[[nodiscard]] inline double settled_resident_bytes() {
  using namespace std::chrono_literals;
  double last = resident_bytes();
  for (int unchanged = 0, looks = 0; unchanged != 10 && looks != 200; ++looks) {
    std::this_thread::sleep_for(10ms);
    const double now = resident_bytes();
    unchanged = now == last ? unchanged + 1 : 0;
    last = now;
  }
  return last;
}

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace pgzip {
namespace {

/// The most memory this process ever had, in kibibytes, as the kernel counted it; 0 where it does not say.
unsigned long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    unsigned long kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes;
  }
  return 0;
}

std::string count(std::uint64_t n, const char* thing) { return std::to_string(n) + " " + thing + (n == 1 ? "" : "s"); }

}  // namespace

tally& tally::operator+=(const tally& other) noexcept {
  streams += other.streams;
  blocks += other.blocks;
  bytes_in += other.bytes_in;
  bytes_out += other.bytes_out;
  peak_workers = std::max(peak_workers, other.peak_workers);
  peak_queue = std::max(peak_queue, other.peak_queue);
  return *this;
}

std::string summary(const tally& done, std::chrono::duration<double> time, std::size_t queue_room) {
  const double in = static_cast<double>(done.bytes_in);
  const double out = static_cast<double>(done.bytes_out);
  char line[512];
  std::snprintf(line, sizeof line,
                "%s, %s: %.1f MB to %.1f MB, ratio %.2f\n"
                "%.2f s, %.1f MB/s, %s, peak queue %llu of %zu, peak memory %.1f MiB\n",
                count(done.streams, "input").c_str(), count(done.blocks, "block").c_str(), in / 1e6, out / 1e6, out > 0 ? in / out : 0.0,
                time.count(), in / 1e6 / std::max(time.count(), 1e-9), count(done.peak_workers, "worker").c_str(),
                static_cast<unsigned long long>(done.peak_queue), queue_room, static_cast<double>(peak_memory()) / 1024);
  return line;
}

}  // namespace pgzip

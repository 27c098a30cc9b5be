// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PERFORMANCE_PROCESSORS_HPP
#define WEIR_PLATFORM_PERFORMANCE_PROCESSORS_HPP

#include <weir/platform/file_text.hpp>
#include <weir/platform/processors.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace weir::platform {

/// The numbers in a list of the kernel's, as `0-3,8`; up to the first mistake. Those beyond the bits of a processor_mask are left out.
[[nodiscard, gnu::cold]] inline std::vector<unsigned> numbers_in(const std::string& list) {
  constexpr unsigned most = sizeof(processor_mask) * std::numeric_limits<unsigned char>::digits;
  std::vector<unsigned> all;
  const char* at = list.data();
  const char* const end = at + list.size();
  for (unsigned first = 0, last = 0;; ++at) {
    auto [next, error] = std::from_chars(at, end, first);
    if (error != std::errc{}) return all;
    last = first;
    if (next != end && *next == '-') {
      const auto upper = std::from_chars(next + 1, end, last);
      if (upper.ec != std::errc{}) return all;
      next = upper.ptr;
    }
    for (unsigned n = first; n <= last && n < most; ++n) all.push_back(n);
    at = next;
    if (at == end || *at != ',') return all;
  }
}

/// Of the processors `among`, those that the system says are not of its slowest sort; none if it tells no sorts apart, or all are of one. x86 with two
/// sorts lists the fast ones; ARM and RISC-V tell the capacity of each. `tree` stands for `/`.
[[nodiscard, gnu::cold]] inline std::vector<unsigned> performance_processors(const std::vector<unsigned>& among,
                                                                             const std::string& tree = "") {
  std::vector<unsigned> fast;
  if (const std::string cores = file_text(tree + "/sys/devices/cpu_core/cpus"); !cores.empty()) {
    const std::vector<unsigned> listed = numbers_in(cores);
    std::ranges::copy_if(among, std::back_inserter(fast), [&](unsigned n) { return std::ranges::find(listed, n) != listed.end(); });
  } else {
    std::vector<unsigned> capacities;
    for (const unsigned n : among) {
      const std::vector<unsigned> told = numbers_in(file_text(tree + "/sys/devices/system/cpu/cpu" + std::to_string(n) + "/cpu_capacity"));
      if (told.size() != 1) return fast;
      capacities.push_back(told.front());
    }
    const auto least = std::ranges::min_element(capacities);
    for (std::size_t i = 0; i != among.size(); ++i)
      if (capacities[i] != *least) fast.push_back(among[i]);
  }
  if (fast.size() == among.size()) fast.clear();
  return fast;
}

/// What weir::performance_processors() returns.
[[nodiscard, gnu::cold]] inline std::vector<unsigned> performance_processors() {
  constexpr unsigned bits = std::numeric_limits<unsigned long>::digits;
  const processor_mask allowed = allowed_mask();
  std::vector<unsigned> among;
  for (unsigned n = 0; n != allowed.size() * bits; ++n)
    if ((allowed[n / bits] >> n % bits & 1) != 0) among.push_back(n);
  return performance_processors(among);
}

}  // namespace weir::platform

#endif

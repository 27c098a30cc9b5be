// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PROCESSORS_HPP
#define WEIR_PLATFORM_PROCESSORS_HPP

#include <weir/platform/cpu_quota.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#include <unistd.h>
#endif

namespace weir::platform {

/// A bit for each processor. The kernel can be built for 8192, and refuses a mask that is smaller than its own.
using processor_mask = std::array<unsigned long, 8192 / std::numeric_limits<unsigned long>::digits>;

/// Those that the process's first thread or the calling one may run on, by their affinity masks, which a cpuset narrows too; none where the system
/// does not tell. Both threads, because one that is bound to a processor, as a pool's worker may be, says nothing of the others.
[[nodiscard]] inline processor_mask allowed_mask() noexcept {
  processor_mask own{};
#if defined(__linux__)
  processor_mask first{};
  static_cast<void>(::sched_getaffinity(::getpid(), sizeof first, reinterpret_cast<::cpu_set_t*>(first.data())));
  static_cast<void>(::sched_getaffinity(0, sizeof own, reinterpret_cast<::cpu_set_t*>(own.data())));
  for (std::size_t word = 0; word != own.size(); ++word) own[word] |= first[word];
#endif
  return own;
}

/// How many processors the process may run on; elsewhere than on Linux those of the machine. At least 1.
[[nodiscard]] inline unsigned allowed_processors() noexcept {
  int n = 0;
  for (const unsigned long word : allowed_mask()) n += std::popcount(word);
  if (n > 0) return static_cast<unsigned>(n);
  const unsigned all = std::thread::hardware_concurrency();
  return all == 0 ? 1 : all;
}

/// What weir::processors() returns.
[[nodiscard]] inline unsigned processors() noexcept {
  const unsigned quota = cpu_quota();
  const unsigned allowed = allowed_processors();
  return quota < allowed ? quota : allowed;
}

}  // namespace weir::platform

#endif

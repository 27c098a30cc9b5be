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

/// How many processors the process's first thread or the calling one may run on, by their affinity masks, which a cpuset narrows too; elsewhere
/// than on Linux those of the machine. At least 1. Both threads, because one that is bound to a processor, as a pool's worker may be, says nothing
/// of the others.
[[nodiscard]] inline unsigned allowed_processors() noexcept {
#if defined(__linux__)
  // The kernel can be built for 8192 processors, and refuses a mask that is smaller than its own.
  using mask = std::array<unsigned long, 8192 / std::numeric_limits<unsigned long>::digits>;
  const auto mask_of = [](::pid_t thread) noexcept {
    mask m{};
    static_cast<void>(::sched_getaffinity(thread, sizeof m, reinterpret_cast<::cpu_set_t*>(m.data())));
    return m;
  };
  const mask first = mask_of(::getpid());
  const mask own = mask_of(0);
  int n = 0;
  for (std::size_t word = 0; word != own.size(); ++word) n += std::popcount(first[word] | own[word]);
  if (n > 0) return static_cast<unsigned>(n);
#endif
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

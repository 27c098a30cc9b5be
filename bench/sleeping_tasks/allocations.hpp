// SPDX-License-Identifier: Apache-2.0
#ifndef BENCH_SLEEPING_TASKS_ALLOCATIONS_HPP
#define BENCH_SLEEPING_TASKS_ALLOCATIONS_HPP

#include <cstdint>

namespace weir::bench {

/// What operator new has given so far, to all threads of this program. Linking this library replaces operator new.
struct allocated {
  std::uint64_t bytes;
  std::uint64_t calls;
  [[nodiscard]] static allocated so_far() noexcept;
};

}  // namespace weir::bench

#endif

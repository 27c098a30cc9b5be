// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPTIONS_HPP
#define WEIR_OPTIONS_HPP

#include <chrono>

namespace weir {

/// The run-time half of a pool's configuration; policies are the compile-time half.
struct options {
  /// The most workers, that is threads, the pool may have at once. 0: as many as the machine has cores.
  unsigned capacity = 0;
  /// How many workers expiry leaves alive. They are started by demand like any other, not in advance.
  unsigned min_workers = 0;
  /// How long a worker may be idle before expiry::after_idle lets it go. Unused with expiry::never.
  std::chrono::nanoseconds idle_after = std::chrono::seconds(60);
};

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PROCESSORS_HPP
#define WEIR_PROCESSORS_HPP

#include <weir/platform/processors.hpp>

namespace weir {

/// How many workers that compute the process can use at once; at least 1. The default capacity of a pool. On Linux it is the smaller of two numbers:
/// the processors that the process may run on (affinity, cpusets), and the CPU quota of its cgroups, version 1 or 2, of all levels that it can see,
/// rounded up: with a quota of 1.5 processors 2. On other systems it is the number of the machine's processors. What cannot be read does not limit.
///
/// Each call asks the system again, because a quota can be changed while the program runs; it takes 50 to 150 µs. A pool asks when it is
/// made and keeps its capacity: `pool.resize(min_workers, weir::processors())` adapts it. May be called by any thread. Throws nothing.
[[nodiscard]] inline unsigned processors() noexcept { return platform::processors(); }

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PERFORMANCE_PROCESSORS_HPP
#define WEIR_PERFORMANCE_PROCESSORS_HPP

#include <weir/platform/performance_processors.hpp>

#include <vector>

namespace weir {

/// The numbers, in ascending order, of the processors that the process may run on and that are not efficient cores, where the system tells the two
/// apart. A pool that is to stay on them:
///
///     const std::vector<unsigned> fast = weir::performance_processors();
///     const unsigned capacity = std::min(static_cast<unsigned>(fast.size()), weir::processors());  // where a CPU quota leaves time for fewer
///     weir::thread_pool p({.capacity = capacity, .processors = fast});
///
/// Empty, which for both options means "as usual", if all processors are alike, if the process may run only on those of one sort, and where the
/// system does not tell: it does on Linux, for x86 (/sys/devices/cpu_core) and where there is a /sys/devices/system/cpu/cpu0/cpu_capacity, as on ARM.
/// Of three sorts the slowest is left out.
///
/// Reads a file, or one for each processor. May be called by any thread. Throws std::bad_alloc.
[[nodiscard]] inline std::vector<unsigned> performance_processors() { return platform::performance_processors(); }

}  // namespace weir

#endif

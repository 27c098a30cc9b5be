// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_FROM_HERE_HPP
#define WEIR_FROM_HERE_HPP

#include <weir/platform/where.hpp>

namespace weir {

/// The place of a post: `pool.post(f, weir::from_here())`. If the task throws, the pool's line on standard error names that file and line, and the
/// handler of panic::call can read it. With observer::watchdog a task that runs for long is reported with it, and weir::dump writes it. It makes the
/// posted callable larger by three words; a post without it costs nothing more.
struct from_here {
  explicit constexpr from_here(platform::where at = platform::where::current()) noexcept : place(at) {}
  platform::where place;
};

}  // namespace weir

#endif

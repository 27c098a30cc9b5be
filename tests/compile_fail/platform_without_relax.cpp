// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `static void relax\(\) noexcept`
#include <weir/pool.hpp>

struct restless : weir::platform::native {
  static void relax() = delete;
};

weir::pool<restless> p;

// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `static void\*& slot\(\) noexcept`
#include <weir/pool.hpp>

struct slotless : weir::platform::native {
  static void slot() = delete;
};

weir::pool<slotless> p;

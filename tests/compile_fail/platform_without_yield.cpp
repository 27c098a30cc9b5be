// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `static void yield\(\)`
#include <weir/pool.hpp>

struct selfish : weir::platform::native {
  static void yield() = delete;
};

weir::pool<selfish> p;

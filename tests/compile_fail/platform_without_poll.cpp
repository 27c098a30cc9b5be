// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `static bool poll\(found, std::chrono::nanoseconds most\)`
#include <weir/pool.hpp>

struct blind : weir::platform::native {
  template <class F>
  static bool poll(F, std::chrono::nanoseconds) = delete;
};

weir::pool<blind> p;

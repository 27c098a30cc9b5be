// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy: `static bool one_in\(unsigned\)` must be noexcept
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/pool.hpp>

struct mine : weir::platform::native {
  static bool one_in(unsigned) { return true; }
};
weir::pool<weir::observer::sampled_histograms, mine> pool;

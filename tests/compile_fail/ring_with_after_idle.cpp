// SPDX-License-Identifier: Apache-2.0
// expect: weir: workers::fifo and workers::ring keep every worker recently used, so expiry::after_idle would never let one go
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::ring<4>, weir::expiry::after_idle> p;

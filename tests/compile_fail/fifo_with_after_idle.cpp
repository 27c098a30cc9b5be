// SPDX-License-Identifier: Apache-2.0
// expect: weir: workers::fifo and workers::ring keep every worker recently used, so expiry::after_idle would never let one go; take workers::lifo or expiry::never; see docs/policies/workers\.md
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::fifo, weir::expiry::after_idle> p;

// SPDX-License-Identifier: Apache-2.0
// expect: weir: workers::fifo and workers::ring keep every worker recently used
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::fifo, weir::expiry::one_per_period> p;

// SPDX-License-Identifier: Apache-2.0
// expect: weir::workers::ring<N>: N must be at least 1; workers::none keeps no idle worker
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::ring<0>> p;

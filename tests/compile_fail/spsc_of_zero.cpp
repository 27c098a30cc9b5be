// SPDX-License-Identifier: Apache-2.0
// expect: weir::queue::spsc<N>: N must be at least 1; queue::none is the queue without room
#include <weir/policies/queue/spsc.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::spsc<0>> p;

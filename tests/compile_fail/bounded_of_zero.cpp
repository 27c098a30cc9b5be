// SPDX-License-Identifier: Apache-2.0
// expect: weir::queue::bounded<N>: N must be at least 1; queue::none is the queue without room
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::bounded<0>> p;

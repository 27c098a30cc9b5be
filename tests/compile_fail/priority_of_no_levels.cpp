// SPDX-License-Identifier: Apache-2.0
// expect: weir::queue::priority<Levels>: there must be at least 1 level
#include <weir/policies/queue/priority.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::priority<0>> p;

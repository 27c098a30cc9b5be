// SPDX-License-Identifier: Apache-2.0
// expect: weir::queue::unbounded_by<Slots>: a segment has 1, 2, 4, ... 2\^20 slots
#include <weir/pool.hpp>

weir::pool<weir::queue::unbounded_by<0>> p;

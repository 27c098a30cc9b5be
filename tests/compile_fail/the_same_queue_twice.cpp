// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: two queue policies were given; keep one
#include <weir/pool.hpp>

weir::pool<weir::queue::unbounded, weir::queue::unbounded> p;

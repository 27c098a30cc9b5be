// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: two blocking policies were given; keep one
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/pool.hpp>

weir::pool<weir::blocking::wait, weir::blocking::reject> p;

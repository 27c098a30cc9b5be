// SPDX-License-Identifier: Apache-2.0
// expect: weir: this queue is never full, so the blocking policy would never act
#include <weir/policies/blocking/any.hpp>
#include <weir/pool.hpp>

weir::pool<weir::blocking::any> p;

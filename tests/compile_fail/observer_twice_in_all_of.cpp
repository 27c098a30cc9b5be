// SPDX-License-Identifier: Apache-2.0
// expect: weir: observer::all_of: an observer is in the list twice
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/pool.hpp>

weir::pool<weir::observer::all_of<weir::observer::watchdog, weir::observer::watchdog>> p;

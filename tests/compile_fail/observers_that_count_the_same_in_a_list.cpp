// SPDX-License-Identifier: Apache-2.0
// expect: weir: observer::all_of: two of these observers count the same totals, as trace does what counters does; leave one of them out
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/pool.hpp>

using some = weir::observer::all_of<weir::observer::counters>;
weir::pool<weir::observer::all_of<some, weir::observer::trace>> p;

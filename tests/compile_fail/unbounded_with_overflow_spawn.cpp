// SPDX-License-Identifier: Apache-2.0
// expect: weir: this queue is never full, so the blocking policy would never act; take queue::bounded<N> or queue::none, or leave the blocking policy
// out; see docs/policies/blocking\.md
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/pool.hpp>

weir::pool<weir::blocking::overflow_spawn> p;

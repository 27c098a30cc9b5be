// SPDX-License-Identifier: Apache-2.0
// expect: weir: queue::none keeps no task that blocking::discard_oldest could drop; take queue::bounded<N>, or blocking::discard_newest; see
// docs/policies/blocking\.md
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::none, weir::blocking::discard_oldest> p;

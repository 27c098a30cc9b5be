// SPDX-License-Identifier: Apache-2.0
// expect first: weir::pool: every argument must be a policy.*; of a policy it is the name, queue::bounded<8>, and not its `on`
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::bounded<8>::on<weir::platform::native, weir::task>> p;

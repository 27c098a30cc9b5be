// SPDX-License-Identifier: Apache-2.0
// expect: weir: a task_group runs callables to their end; submit a coroutine to the pool, and co_await the future
#include <weir/light_pool.hpp>
#include <weir/task_group.hpp>

weir::coroutine<> ask() { co_return; }
void run(weir::task_group<weir::light_pool<>>& g) { g.run(ask()); }

// SPDX-License-Identifier: Apache-2.0
// expect: weir: submit_std takes callables that end with a value
#include <weir/coroutine.hpp>
#include <weir/std_future.hpp>
#include <weir/thread_pool.hpp>

weir::coroutine<int> ask() { co_return 1; }
weir::thread_pool p;
auto f = weir::submit_std(p, ask());

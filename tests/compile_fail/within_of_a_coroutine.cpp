// SPDX-License-Identifier: Apache-2.0
// expect: within\(\) and select\(\) take what a channel, an async_semaphore or an async_mutex gives to co_await, a weir::future or a weir::task_group
#include <weir/pool.hpp>
#include <weir/within.hpp>

weir::coroutine<int> ask();
weir::coroutine<> f() { co_await weir::within(std::chrono::seconds(1), ask()); }

// SPDX-License-Identifier: Apache-2.0
// expect: within\(\) and select\(\) take what a channel, an async_semaphore or an async_mutex gives to co_await, a weir::future or a weir::task_group
#include <weir/channel.hpp>
#include <weir/pool.hpp>
#include <weir/select.hpp>
#include <weir/sleep.hpp>

weir::coroutine<> f(weir::channel<int>& c) { co_await weir::select(c.receive(), weir::sleep_for(std::chrono::seconds(1))); }

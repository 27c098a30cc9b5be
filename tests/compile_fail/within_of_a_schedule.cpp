// SPDX-License-Identifier: Apache-2.0
// expect: weir: within\(\) and select\(\) cannot take pool\.schedule\(\): the rest of the coroutine is a task in the pool's queue, which no queue
// gives back; submit a task, auto f = pool\.submit\(g\), and take the future f
#include <weir/pool.hpp>
#include <weir/within.hpp>

weir::coroutine<> f(weir::pool<>& p) { co_await weir::within(std::chrono::seconds(1), p.schedule()); }

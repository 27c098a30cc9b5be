// SPDX-License-Identifier: Apache-2.0
// expect: a share runs callables to their end; post a coroutine to the pool, and limit it by a weir::async_semaphore
#include <weir/cancellable_future.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>

weir::coroutine<> nap();
void f(weir::share<weir::pool<>>& p) {
  static_cast<void>(weir::submit_cancellable(p, [] { return nap(); }));
}

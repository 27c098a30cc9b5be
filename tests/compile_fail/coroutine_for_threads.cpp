// SPDX-License-Identifier: Apache-2.0
// expect: weir: this pool.s workers are threads, which a coroutine would hold while it waits
#include <weir/coroutine.hpp>
#include <weir/thread_pool.hpp>

weir::coroutine<> waits() { co_return; }
void post(weir::thread_pool& p) { static_cast<void>(p.post(waits)); }

// SPDX-License-Identifier: Apache-2.0
// expect: weir: invoke\(\) needs something to call
#include <weir/algorithm/invoke.hpp>
#include <weir/thread_pool.hpp>

void run(weir::thread_pool& p) { weir::invoke(p); }
void run(weir::fork_context<weir::thread_pool>& here) { weir::invoke(here); }

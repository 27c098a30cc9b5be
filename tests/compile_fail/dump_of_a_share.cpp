// SPDX-License-Identifier: Apache-2.0
// expect: weir: a dump looks at the workers of a pool; an any_pool and a share have none of their own: dump the pool that they are made of
#include <weir/dump.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

void run(weir::share<weir::thread_pool>& part, std::ostream& out) { weir::dump(part, out); }

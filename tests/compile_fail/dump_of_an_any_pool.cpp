// SPDX-License-Identifier: Apache-2.0
// expect: weir: a dump looks at the workers of a pool; an any_pool and a share have none of their own: dump the pool that they are made of
#include <weir/any_pool.hpp>
#include <weir/dump.hpp>

void run(weir::any_pool pool, std::ostream& out) { weir::dump(pool, out); }

// SPDX-License-Identifier: Apache-2.0
// expect: weir: a task is moved into the pool, so it must not be const
#include <weir/pool.hpp>

weir::pool<> p;
const weir::task work([] {});
const auto answer = p.post(work);

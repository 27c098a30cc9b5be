// SPDX-License-Identifier: Apache-2.0
// expect: weir: run_bulk\(\) calls each element of its range, without arguments, and these cannot be called so
#include <weir/algorithm/run_bulk.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, std::vector<int>& v) { weir::run_bulk(p, v); }

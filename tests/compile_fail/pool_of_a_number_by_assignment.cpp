// SPDX-License-Identifier: Apache-2.0
// expect first: weir: a pool is made from weir::options: weir::thread_pool p\(\{\.capacity = 4\}\)
#include <weir/thread_pool.hpp>

weir::thread_pool p = 4;

// SPDX-License-Identifier: Apache-2.0
// expect: weir: queue::stealing keeps a deque for each worker, which thousands of light workers cannot use
#include <weir/light_pool.hpp>
#include <weir/policies/queue/stealing.hpp>

weir::light_pool<weir::queue::stealing> p;

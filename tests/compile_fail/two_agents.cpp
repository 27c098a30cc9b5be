// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: two kinds of agents were given; keep one
#include <weir/agents/threads.hpp>
#include <weir/light_pool.hpp>

weir::light_pool<weir::agents::threads> p;

// SPDX-License-Identifier: Apache-2.0
// expect: weir::queue::lockfree<N>: N must be 1 to 65533, which is what Boost's 16-bit handles can name
#include <weir/policies/queue/lockfree.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::lockfree<65'534>> p;

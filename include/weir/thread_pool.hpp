// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THREAD_POOL_HPP
#define WEIR_THREAD_POOL_HPP

#include <weir/pool.hpp>

namespace weir {

/// The default pool: an unbounded queue, and a worker for each processor that the program may use (weir::processors()), started by demand and kept.
/// A task that throws ends the program with its message.
using thread_pool = pool<>;

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THREAD_POOL_HPP
#define WEIR_THREAD_POOL_HPP

#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

namespace weir {

/// The pool to begin with: an unbounded queue, and a worker for each processor that the program may use (weir::processors()), started by demand and
/// kept. A task that throws ends the program with its message.
///
/// What a task posts goes to its own worker, which takes its newest task first; another worker that has nothing to do takes the oldest. Posts from
/// outside are taken in their order, one at a time, or up to 16 at a time where many workers contend for them. Where the order matters, among posts of tasks,
/// too, take weir::pool<>, which has one queue for all posts.
using thread_pool = pool<queue::stealing>;

}  // namespace weir

#endif

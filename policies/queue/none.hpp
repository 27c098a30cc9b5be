// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_NONE_HPP
#define WEIR_POLICIES_QUEUE_NONE_HPP

#include <weir/concepts/queue_policy.hpp>

namespace weir::queue {

/// No queue: the submitter passes each task directly to a worker, and a pool whose workers are all busy is full.
///
/// Guarantee:  an accepted task has a worker of its own from the moment it is accepted.
/// Cost:       the pool's lock on every post, and a wake-up (or a new thread) for a task, unless a worker that ends its own takes it over.
/// Not for:    tasks shorter than a wake-up, some tens of microseconds: use a queue.
/// Visibility: what the submitter did before posting is visible to the task.
struct none {
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool hands_over = true;
  };
};

static_assert(queue_policy<none>);

}  // namespace weir::queue

#endif

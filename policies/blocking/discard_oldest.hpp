// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_DISCARD_OLDEST_HPP
#define WEIR_POLICIES_BLOCKING_DISCARD_OLDEST_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/policies/blocking/storage/discarding.hpp>

namespace weir::blocking {

/// A task posted to a full pool replaces the task that has waited longest. The pool's `Discard{}` receives the replaced task on the
/// submitter's thread, with no lock held. The future of a submitted one says `cancelled` when the task is destroyed.
///
/// Guarantee:  post never blocks and is not answered `full`; every dropped task is reported, to `Discard` and in stats().
/// Cost:       nothing until the pool is full, then one take per post.
/// Not for:    work that must be done. queue::none holds no task to drop: the pair is refused.
/// Visibility: none of its own.
template <class Discard>
using discard_oldest_to = discarding<full_reaction::drop_old, Discard>;

/// Destroys the dropped task.
using discard_oldest = discard_oldest_to<forget>;

static_assert(blocking_policy<discard_oldest>);

}  // namespace weir::blocking

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_DISCARD_OLDEST_HPP
#define WEIR_POLICIES_BLOCKING_DISCARD_OLDEST_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/policies/blocking/storage/discarding.hpp>

namespace weir::blocking {

/// A task that finds the pool full takes the place of the one that has waited longest, which is given to a `Discard{}` of the pool's, on the
/// submitter's thread with no lock held. A submitted one has its future completed with `cancelled` when it is destroyed.
///
/// Guarantee:  post never blocks and is not answered `full`; every dropped task is reported, to `Discard` and in stats().
/// Cost:       nothing until the pool is full, then a take per post.
/// Not for:    work that must be done. queue::none keeps no task that could be dropped: the pair is refused.
/// Visibility: none of its own.
template <class Discard>
using discard_oldest_to = discarding<full_reaction::drop_old, Discard>;

/// The same; the dropped task is destroyed.
using discard_oldest = discard_oldest_to<forget>;

static_assert(blocking_policy<discard_oldest>);

}  // namespace weir::blocking

#endif

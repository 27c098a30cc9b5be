// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_DISCARD_NEWEST_HPP
#define WEIR_POLICIES_BLOCKING_DISCARD_NEWEST_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/policies/blocking/storage/discarding.hpp>

namespace weir::blocking {

/// A task posted to a full pool is dropped: the pool's `Discard{}` receives it on the submitter's thread, with no lock held, and the post
/// is answered `discarded`.
///
/// Guarantee:  post never blocks; every dropped task is reported: by the answer, to `Discard`, and in stats().
/// Cost:       nothing until the pool is full, then the pool's lock once per post.
/// Not for:    work that must be done: use blocking::wait or blocking::caller_runs.
/// Visibility: none of its own.
template <class Discard>
using discard_newest_to = discarding<full_reaction::drop_new, Discard>;

/// Destroys the dropped task.
using discard_newest = discard_newest_to<forget>;

static_assert(blocking_policy<discard_newest>);

}  // namespace weir::blocking

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_IGNORE_HPP
#define WEIR_POLICIES_PANIC_IGNORE_HPP

#include <weir/concepts/panic_policy.hpp>

namespace weir::panic {

/// The exception of a throwing task is dropped.
///
/// Guarantee:  after a throwing task the pool still has all its workers and capacity, and no waiter hangs.
/// Cost:       nothing.
/// Not for:    tasks whose failure must be noticed: use panic::log_and_continue or panic::call.
/// Visibility: none of its own.
struct ignore {
  using axis = axes::panic;

  template <class P>
  struct on {
    void operator()(std::exception_ptr) noexcept {}
  };
};

static_assert(panic_policy<ignore>);

}  // namespace weir::panic

#endif

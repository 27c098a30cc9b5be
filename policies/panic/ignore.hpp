// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_IGNORE_HPP
#define WEIR_POLICIES_PANIC_IGNORE_HPP

#include <weir/concepts/panic_policy.hpp>

namespace weir::panic {

/// What a task throws is dropped.
///
/// Guarantee:  a throwing task costs the pool nothing: no worker, no room, no waiter.
/// Cost:       nothing.
/// Not for:    tasks whose failure somebody should hear of.
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

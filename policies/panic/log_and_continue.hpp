// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_LOG_AND_CONTINUE_HPP
#define WEIR_POLICIES_PANIC_LOG_AND_CONTINUE_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/platform/report.hpp>

namespace weir::panic {

/// A task that throws has its message printed to standard error; its worker goes on with the next task.
///
/// Guarantee:  a throwing task costs the pool nothing: no worker, no room, no waiter.
/// Cost:       a line of output per throwing task.
/// Not for:    programs with a log of their own; panic::call.
/// Visibility: none of its own.
struct log_and_continue {
  using axis = axes::panic;

  template <class P>
  struct on {
    void operator()(std::exception_ptr what) noexcept { platform::report(what, "the pool goes on"); }
  };
};

static_assert(panic_policy<log_and_continue>);

}  // namespace weir::panic

#endif

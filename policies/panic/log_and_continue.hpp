// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_LOG_AND_CONTINUE_HPP
#define WEIR_POLICIES_PANIC_LOG_AND_CONTINUE_HPP

#include <weir/concepts/panic_policy.hpp>

namespace weir::panic {

/// The message of a throwing task's exception is printed to standard error, with the pool's name and the place of the post, if the post came with
/// weir::from_here; its worker continues with the next task.
///
/// Guarantee:  after a throwing task the pool still has all its workers and capacity, and no waiter hangs.
/// Cost:       a line of output per throwing task.
/// Not for:    programs with a log of their own: use panic::call.
/// Visibility: none of its own.
struct log_and_continue {
  using axis = axes::panic;

  template <class P>
  struct on {
    void operator()(std::exception_ptr what, const failed_task& task = {}) noexcept { task.report(what); }
  };
};

static_assert(panic_policy<log_and_continue>);

}  // namespace weir::panic

#endif

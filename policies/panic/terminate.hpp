// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_TERMINATE_HPP
#define WEIR_POLICIES_PANIC_TERMINATE_HPP

#include <weir/concepts/panic_policy.hpp>

namespace weir::panic {

/// A throwing task ends the program, after its message was printed. The default: an unhandled exception must not go unnoticed.
///
/// Guarantee:  the program does not continue after a half-done task.
/// Cost:       nothing until a task throws.
/// Not for:    programs that must survive one bad task: use panic::call or panic::log_and_continue.
/// Visibility: none of its own.
struct terminate {
  using axis = axes::panic;

  template <class P>
  struct on {
    [[noreturn]] void operator()(std::exception_ptr what, const failed_task& task = {}) noexcept {
      task.report(what, "the program ends; choose another weir::panic policy to go on");
      std::terminate();
    }
  };
};

static_assert(panic_policy<terminate>);

}  // namespace weir::panic

#endif

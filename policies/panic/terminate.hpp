// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_TERMINATE_HPP
#define WEIR_POLICIES_PANIC_TERMINATE_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/platform/report.hpp>

namespace weir::panic {

/// A task that throws ends the program, after its message was printed. The default: what nobody handles must not pass unseen.
///
/// Guarantee:  the program does not go on with half of a task done.
/// Cost:       nothing until a task throws.
/// Not for:    programs that must survive one bad task; panic::call or panic::log_and_continue.
/// Visibility: none of its own.
struct terminate {
  using axis = axes::panic;

  template <class P>
  struct on {
    [[noreturn]] void operator()(std::exception_ptr what) noexcept {
      platform::report(what, "the program ends; choose another weir::panic policy to go on");
      std::terminate();
    }
  };
};

static_assert(panic_policy<terminate>);

}  // namespace weir::panic

#endif

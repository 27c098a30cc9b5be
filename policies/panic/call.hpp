// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_CALL_HPP
#define WEIR_POLICIES_PANIC_CALL_HPP

#include <weir/concepts/panic_policy.hpp>

#include <type_traits>
#include <utility>

namespace weir::panic {

/// The pool's `Handler{}` receives the exception of a throwing task, on the thread that ran the task and with no lock held.
/// A handler with a second parameter, `const weir::context_view&`, also receives the weir::context that was posted with the task; with a
/// `const weir::failed_task&` it receives the pool's name and the place of the post too, and can print the line that log_and_continue prints.
///
/// Guarantee:  the handler has returned before the task counts as done. What it throws is reported on standard error; the pool continues.
/// Cost:       that of the handler.
/// Not for:    handlers that are not safe to call from several workers at once.
/// Visibility: what the task did is visible to its handler.
template <class Handler>
struct call {
  static constexpr bool wants_task = std::is_invocable_v<Handler&, std::exception_ptr, const failed_task&>;
  static constexpr bool wants_context = !wants_task && std::is_invocable_v<Handler&, std::exception_ptr, const context_view&>;
  static_assert(std::is_default_constructible_v<Handler> &&
                    (wants_task || wants_context || std::is_invocable_v<Handler&, std::exception_ptr>),
                "weir: panic::call<Handler> needs a Handler with `Handler()` and `void operator()(std::exception_ptr)`, "
                "or also with a `const weir::context_view&` or a `const weir::failed_task&`; see docs/policies/panic.md");
  using axis = axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what)
      requires(!wants_context && !wants_task)
    {
      handler_(std::move(what));
    }
    void operator()(std::exception_ptr what, const context_view& posted_with)
      requires wants_context
    {
      handler_(std::move(what), posted_with);
    }
    void operator()(std::exception_ptr what, const failed_task& task)
      requires wants_task
    {
      handler_(std::move(what), task);
    }

   private:
    [[no_unique_address]] Handler handler_;
  };
};

}  // namespace weir::panic

#endif

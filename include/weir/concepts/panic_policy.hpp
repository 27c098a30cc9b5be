// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_PANIC_POLICY_HPP
#define WEIR_CONCEPTS_PANIC_POLICY_HPP

#include <weir/concepts/context_view.hpp>
#include <weir/concepts/failed_task.hpp>
#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <exception>

namespace weir {

template <class X>
concept has_on_panic = requires(X& x, std::exception_ptr e) { x(e); };

/// Also takes the weir::context that was posted with the task.
template <class X>
concept hears_context = requires(X& x, std::exception_ptr e, const context_view& c) { x(e, c); };
/// Also takes what is known of the task that threw: its pool's name, its context, the place of its post.
template <class X>
concept hears_task = requires(X& x, std::exception_ptr e, const failed_task& t) { x(e, t); };
/// Keeps an exception for the next wait_idle or join.
template <class X>
concept keeps_panic = requires(X& x) {
  { x.take() } -> std::same_as<std::exception_ptr>;
};

template <class X>
concept bound_panic = made_from_nothing<X> && (has_on_panic<X> || hears_context<X> || hears_task<X>);

/// What happens when a task throws. Contract, table and smallest model: docs/concepts/panic_policy.md
template <class X>
concept panic_policy = policy_of<X, axes::panic> && has_on<X> && bound_panic<typename X::template on<platform::native>>;

/// Reports each requirement that a panic policy does not meet.
template <class X>
consteval bool explain_panic_policy() {
  static_assert(has_on<X>, "weir: PanicPolicy must provide `template <class P> class on`; see docs/concepts/panic_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(made_from_nothing<on>,
                  "weir: PanicPolicy must provide a public constructor without arguments, `on()`: the pool makes the panic handler itself; "
                  "see docs/concepts/panic_policy.md");
    static_assert(has_on_panic<on> || hears_context<on> || hears_task<on>,
                  "weir: PanicPolicy must provide `void operator()(std::exception_ptr what)`; see docs/concepts/panic_policy.md");
  }
  return true;
}

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_WORKERS_POLICY_HPP
#define WEIR_CONCEPTS_WORKERS_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <type_traits>

namespace weir {

/// Which idle worker is reused next; `any` promises no order.
enum class reuse_order : unsigned char { newest_first, oldest_first, any };

template <class X>
concept has_hook = requires { typename X::hook; };
template <class X>
concept has_keeps = requires {
  typename std::bool_constant<static_cast<bool>(X::keeps)>;
  requires flag<decltype(X::keeps)>;
};
template <class X>
concept has_reuse_order = requires { typename std::integral_constant<reuse_order, X::order>; };
template <class X>
concept has_worker_push = requires(X& x, typename X::hook& h) {
  { x.push(h) } noexcept;
};
template <class X>
concept has_worker_pop = requires(X& x) {
  { x.pop() } noexcept -> std::same_as<typename X::hook*>;
};
template <class X>
concept has_worker_remove = requires(X& x, typename X::hook& h) {
  { x.remove(h) } noexcept;
};

template <class X>
concept bound_workers = made_from_nothing<X> && has_hook<X> && has_keeps<X> && has_reuse_order<X> && has_worker_push<X> &&
                        has_worker_pop<X> && has_worker_remove<X>;

/// Which idle worker is reused, and whether idle ones are kept. Contract, table and smallest model: docs/concepts/workers_policy.md
template <class X>
concept workers_policy = policy_of<X, axes::workers> && has_on<X> && bound_workers<typename X::template on<platform::native>>;

/// Reports each requirement that a workers policy does not meet.
template <class X>
consteval bool explain_workers_policy() {
  static_assert(has_on<X>, "weir: WorkersPolicy must provide `template <class P> class on`; see docs/concepts/workers_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(made_from_nothing<on>,
                  "weir: WorkersPolicy must provide a public constructor without arguments, `on()`: the pool makes the store of idle "
                  "workers itself; see docs/concepts/workers_policy.md");
    constexpr bool reachable = has_hook<on> || has_keeps<on> || has_reuse_order<on>;
    static_assert(reachable,
                  "weir: WorkersPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/workers_policy.md");
    if constexpr (reachable) {
      static_assert(has_hook<on>, "weir: WorkersPolicy must provide `using hook = ...`; see docs/concepts/workers_policy.md");
      static_assert(has_keeps<on>, "weir: WorkersPolicy must provide `static constexpr bool keeps`; see docs/concepts/workers_policy.md");
      static_assert(has_reuse_order<on>,
                    "weir: WorkersPolicy must provide `static constexpr weir::reuse_order order`; see docs/concepts/workers_policy.md");
      static_assert(has_worker_push<on>,
                    "weir: WorkersPolicy must provide `void push(hook& worker) noexcept`; see docs/concepts/workers_policy.md");
      static_assert(has_worker_pop<on>, "weir: WorkersPolicy must provide `hook* pop() noexcept`; see docs/concepts/workers_policy.md");
      static_assert(has_worker_remove<on>,
                    "weir: WorkersPolicy must provide `void remove(hook& worker) noexcept`; see docs/concepts/workers_policy.md");
    }
  }
  return true;
}

}  // namespace weir

#endif

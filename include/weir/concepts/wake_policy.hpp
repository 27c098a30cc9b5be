// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_WAKE_POLICY_HPP
#define WEIR_CONCEPTS_WAKE_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <type_traits>

namespace weir {

template <class X>
concept has_throttled = requires {
  typename std::bool_constant<static_cast<bool>(X::throttled)>;
  requires flag<decltype(X::throttled)>;
};

template <class X>
concept bound_wake = has_throttled<X>;

/// How many idle workers a burst of posts wakes. Contract, table and smallest model: docs/concepts/wake_policy.md
template <class X>
concept wake_policy = policy_of<X, axes::wake> && has_on<X> && bound_wake<typename X::template on<platform::native>>;

/// Reports each requirement that a wake policy does not meet.
template <class X>
consteval bool explain_wake_policy() {
  static_assert(has_on<X>, "weir: WakePolicy must provide `template <class P> class on`; see docs/concepts/wake_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(has_throttled<on>, "weir: WakePolicy must provide `static constexpr bool throttled`; see docs/concepts/wake_policy.md");
  }
  return true;
}

}  // namespace weir

#endif

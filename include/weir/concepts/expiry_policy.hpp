// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_EXPIRY_POLICY_HPP
#define WEIR_CONCEPTS_EXPIRY_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform a policy is tried on

#include <concepts>
#include <chrono>

namespace weir {

template <class X>
concept has_expires = requires {
  { X::expires } -> std::convertible_to<bool>;
};
template <class X>
concept has_deadline = requires(platform::native::clock::time_point t, std::chrono::nanoseconds d) {
  { X::deadline(t, d) } noexcept -> std::same_as<platform::native::clock::time_point>;
};

template <class X>
concept bound_expiry = has_expires<X> && has_deadline<X>;

template <class X>
concept has_expiry_on = requires { typename X::template on<platform::native>; };

/// When an idle worker retires. Contract, table and smallest model: docs/concepts/expiry_policy.md
template <class X>
concept expiry_policy = policy_of<X, axes::expiry> && has_expiry_on<X> && bound_expiry<typename X::template on<platform::native>>;

/// Says in words what an expiry policy lacks.
template <class X>
consteval bool explain_expiry_policy() {
  static_assert(has_expiry_on<X>, "weir: ExpiryPolicy must provide `template <class P> class on`; see docs/concepts/expiry_policy.md");
  if constexpr (has_expiry_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(has_expires<on>, "weir: ExpiryPolicy must provide `static constexpr bool expires`; see docs/concepts/expiry_policy.md");
    static_assert(has_deadline<on>, "weir: ExpiryPolicy must provide `static time_point deadline(time_point idle_since, std::chrono::nanoseconds idle_after) noexcept`; see docs/concepts/expiry_policy.md");
  }
  return true;
}

}  // namespace weir

#endif

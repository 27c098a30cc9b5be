// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_GROWTH_POLICY_HPP
#define WEIR_CONCEPTS_GROWTH_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform a policy is tried on

#include <concepts>
#include <type_traits>

namespace weir {

template <class X>
concept has_at_start = requires(unsigned n) {
  typename std::integral_constant<unsigned, X::at_start(1)>;
  { X::at_start(n) } noexcept -> std::same_as<unsigned>;
};
template <class X>
concept has_wants = requires(std::size_t n) {
  { X::wants(n) } noexcept -> std::same_as<bool>;
};

template <class X>
concept bound_growth = has_at_start<X> && has_wants<X>;

template <class X>
concept has_growth_on = requires { typename X::template on<platform::native>; };

/// When a new worker starts. Contract, table and smallest model: docs/concepts/growth_policy.md
template <class X>
concept growth_policy = policy_of<X, axes::growth> && has_growth_on<X> && bound_growth<typename X::template on<platform::native>>;

/// Says in words what a growth policy lacks.
template <class X>
consteval bool explain_growth_policy() {
  static_assert(has_growth_on<X>, "weir: GrowthPolicy must provide `template <class P> class on`; see docs/concepts/growth_policy.md");
  if constexpr (has_growth_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(has_at_start<on>, "weir: GrowthPolicy must provide `static constexpr unsigned at_start(unsigned capacity) noexcept`; see docs/concepts/growth_policy.md");
    static_assert(has_wants<on>, "weir: GrowthPolicy must provide `static constexpr bool wants(std::size_t queued) noexcept`; see docs/concepts/growth_policy.md");
  }
  return true;
}

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_GROWTH_POLICY_HPP
#define WEIR_CONCEPTS_GROWTH_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/concepts/sample.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace weir {

template <class X>
concept has_at_start = requires(unsigned n) {
  typename std::integral_constant<unsigned, X::at_start(1)>;
  { X::at_start(n) } noexcept -> std::same_as<unsigned>;
};
template <class X>
concept has_wants = requires(std::size_t n) {
  typename std::bool_constant<X::wants(0)>;
  { X::wants(n) } noexcept -> std::same_as<bool>;
};

/// Whether more waiting tasks than it wants a worker for may be too few for it, for some of the numbers of any_of_sample: false where the policy
/// keeps to its contract.
template <class X>
constexpr bool wants_out_of_order() {
  bool wanted = false;
  return any_of_sample<std::size_t>([&wanted](std::size_t n) {
    const bool wants = X::wants(n);
    return wanted && !wants ? true : (wanted = wants, false);
  });
}
/// Whether it depends on the capacity that any worker starts with the pool. No pool has a capacity of 0.
template <class X>
constexpr bool starts_by_capacity() {
  return any_of_sample<unsigned>([](unsigned capacity) { return capacity != 0 && (X::at_start(capacity) == 0) != (X::at_start(1) == 0); });
}

template <class X>
concept bound_growth = has_at_start<X> && has_wants<X>;

/// When a new worker starts. Contract, table and smallest model: docs/concepts/growth_policy.md
template <class X>
concept growth_policy = policy_of<X, axes::growth> && has_on<X> && bound_growth<typename X::template on<platform::native>>;

/// Reports each requirement that a growth policy does not meet.
template <class X>
consteval bool explain_growth_policy() {
  static_assert(has_on<X>, "weir: GrowthPolicy must provide `template <class P> class on`; see docs/concepts/growth_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    constexpr bool reachable = has_at_start<on> || has_wants<on>;
    static_assert(reachable,
                  "weir: GrowthPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/growth_policy.md");
    if constexpr (reachable) {
      static_assert(has_at_start<on>,
                    "weir: GrowthPolicy must provide `static constexpr unsigned at_start(unsigned capacity) noexcept`; see "
                    "docs/concepts/growth_policy.md");
      static_assert(
          has_wants<on>,
          "weir: GrowthPolicy must provide `static constexpr bool wants(std::size_t queued) noexcept`; see docs/concepts/growth_policy.md");
      // A function that is no constant for every number is left to the properties.
      if constexpr (requires { typename std::bool_constant<wants_out_of_order<on>()>; })
        static_assert(
            !wants_out_of_order<on>(),
            "weir: GrowthPolicy: `wants(q)` must be true for every q above one for which it is true; see docs/concepts/growth_policy.md");
      if constexpr (requires { typename std::bool_constant<starts_by_capacity<on>()>; })
        static_assert(
            !starts_by_capacity<on>(),
            "weir: GrowthPolicy: whether `at_start(capacity)` is 0 must not depend on the capacity; see docs/concepts/growth_policy.md");
    }
  }
  return true;
}

}  // namespace weir

#endif

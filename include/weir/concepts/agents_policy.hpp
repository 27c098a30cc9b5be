// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_AGENTS_POLICY_HPP
#define WEIR_CONCEPTS_AGENTS_POLICY_HPP

#include <weir/concepts/policy.hpp>

#include <type_traits>

namespace weir {

template <class X>
concept has_suspends = requires {
  typename std::bool_constant<static_cast<bool>(X::suspends)>;
  requires flag<decltype(X::suspends)>;
};
template <class X>
concept has_carries = requires {
  typename std::bool_constant<static_cast<bool>(X::template carries<int>)>;
  requires flag<decltype(X::template carries<int>)>;
};
template <class X>
concept has_records_at_once = requires { typename std::enable_if_t<(X::records_at_once >= 1U)>; };

/// A template over the configuration of a pool.
template <template <class> class>
struct of_a_pool;
template <class X>
concept has_shared = requires { typename of_a_pool<X::template shared>; };
template <class X>
concept has_agent = requires { typename of_a_pool<X::template agent>; };

/// What a worker is. Contract and table: docs/concepts/agents_policy.md
template <class X>
concept agents_policy =
    policy_of<X, axes::agents> && has_suspends<X> && has_carries<X> && has_records_at_once<X> && has_shared<X> && has_agent<X>;

/// Reports each requirement that a kind of agents does not meet.
template <class X>
consteval bool explain_agents_policy() {
  static_assert(has_suspends<X>, "weir: AgentsPolicy must provide `static constexpr bool suspends`; see docs/concepts/agents_policy.md");
  static_assert(
      has_carries<X>,
      "weir: AgentsPolicy must provide `template <class Task> static constexpr bool carries`; see docs/concepts/agents_policy.md");
  static_assert(
      has_records_at_once<X>,
      "weir: AgentsPolicy must provide `static constexpr unsigned records_at_once`, at least 1; see docs/concepts/agents_policy.md");
  static_assert(has_shared<X>, "weir: AgentsPolicy must provide `template <class C> class shared`; see docs/concepts/agents_policy.md");
  static_assert(has_agent<X>, "weir: AgentsPolicy must provide `template <class C> class agent`; see docs/concepts/agents_policy.md");
  return true;
}

}  // namespace weir

#endif

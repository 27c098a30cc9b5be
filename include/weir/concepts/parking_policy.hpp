// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_PARKING_POLICY_HPP
#define WEIR_CONCEPTS_PARKING_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <type_traits>

namespace weir {

template <class X>
concept has_park = requires(X& x) { x.park(); };
template <class X>
concept has_park_until = requires(X& x, platform::native::clock::time_point t) {
  { x.park_until(t) } -> std::same_as<bool>;
};
template <class X>
concept has_unpark = requires(X& x) { x.unpark(); };

template <class X>
concept has_polls = requires {
  typename std::bool_constant<static_cast<bool>(X::polls)>;
  requires flag<decltype(X::polls)>;
};
/// An idle worker keeps its processor while it waits, as the policy says itself.
template <class X>
concept polling_parking = has_polls<X> && static_cast<bool>(X::polls);
/// Has a member of that name which is no flag.
template <class X>
concept mistakes_polls = requires { X::polls; } && !has_polls<X>;

template <class X>
concept bound_parking = made_from_nothing<X> && has_park<X> && has_park_until<X> && has_unpark<X> && !mistakes_polls<X>;

/// How an idle worker waits and is woken. Contract, table and smallest model: docs/concepts/parking_policy.md
template <class X>
concept parking_policy = policy_of<X, axes::parking> && has_on<X> && bound_parking<typename X::template on<platform::native>>;

/// Reports each requirement that a parking policy does not meet.
template <class X>
consteval bool explain_parking_policy() {
  static_assert(has_on<X>, "weir: ParkingPolicy must provide `template <class P> class on`; see docs/concepts/parking_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(made_from_nothing<on>,
                  "weir: ParkingPolicy must provide a public constructor without arguments, `on()`: the pool makes the parking place of "
                  "each worker itself; see docs/concepts/parking_policy.md");
    constexpr bool reachable = has_park<on> || has_park_until<on> || has_unpark<on>;
    static_assert(reachable,
                  "weir: ParkingPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/parking_policy.md");
    if constexpr (reachable) {
      static_assert(has_park<on>, "weir: ParkingPolicy must provide `void park()`; see docs/concepts/parking_policy.md");
      static_assert(has_park_until<on>,
                    "weir: ParkingPolicy must provide `bool park_until(time_point deadline)`; see docs/concepts/parking_policy.md");
      static_assert(has_unpark<on>, "weir: ParkingPolicy must provide `void unpark()`; see docs/concepts/parking_policy.md");
      static_assert(!mistakes_polls<on>,
                    "weir: ParkingPolicy: `polls` must be a `static constexpr bool`; see docs/concepts/parking_policy.md");
    }
  }
  return true;
}

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_POLICY_SET_HPP
#define WEIR_CONCEPTS_POLICY_SET_HPP

#include <weir/concepts/policy.hpp>

namespace weir {

template <class P, class Axis>
inline constexpr bool answers = false;
template <policy P, class Axis>
inline constexpr bool answers<P, Axis> = std::same_as<typename P::axis, Axis>;

/// The number of policies for `Axis` among `Ps`.
template <class Axis, class... Ps>
inline constexpr int count = (0 + ... + static_cast<int>(answers<Ps, Axis>));

template <class Axis, class Default, class... Ps>
struct pick_first {
  using type = Default;
};
template <class Axis, class Default, class P, class... Ps>
struct pick_first<Axis, Default, P, Ps...> : pick_first<Axis, Default, Ps...> {};
template <class Axis, class Default, class P, class... Ps>
  requires answers<P, Axis>
struct pick_first<Axis, Default, P, Ps...> {
  using type = P;
};

/// The policy for `Axis` among `Ps`, in any position; `Default` if there is none.
template <class Axis, class Default, class... Ps>
using pick = typename pick_first<Axis, Default, Ps...>::type;

/// Refuses arguments that are not policies, and two policies for one axis.
template <class... Ps>
consteval bool explain_policy_set() {
  static_assert((policy<Ps> && ...),
                "weir::pool: every argument must be a policy, a type with `using axis = weir::axes::...`; see docs/policies/README.md; "
                "of a policy it is the name, queue::bounded<8>, and not its `on`");
  static_assert(count<axes::queue, Ps...> <= 1, "weir::pool: two queue policies were given; keep one");
  static_assert(count<axes::workers, Ps...> <= 1, "weir::pool: two workers policies were given; keep one");
  static_assert(count<axes::blocking, Ps...> <= 1, "weir::pool: two blocking policies were given; keep one");
  static_assert(count<axes::expiry, Ps...> <= 1, "weir::pool: two expiry policies were given; keep one");
  static_assert(count<axes::panic, Ps...> <= 1, "weir::pool: two panic policies were given; keep one");
  static_assert(count<axes::growth, Ps...> <= 1, "weir::pool: two growth policies were given; keep one");
  static_assert(count<axes::parking, Ps...> <= 1, "weir::pool: two parking policies were given; keep one");
  static_assert(count<axes::wake, Ps...> <= 1, "weir::pool: two wake policies were given; keep one");
  static_assert(count<axes::observer, Ps...> <= 1, "weir::pool: two observer policies were given; keep one");
  static_assert(count<axes::agents, Ps...> <= 1, "weir::pool: two kinds of agents were given; keep one");
  static_assert(count<axes::platform, Ps...> <= 1, "weir::pool: two platforms were given; keep one");
  return true;
}

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_POLICY_HPP
#define WEIR_CONCEPTS_POLICY_HPP

#include <weir/concepts/axes.hpp>
#include <weir/options.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <type_traits>

namespace weir {

/// An axis of this version.
template <class A>
concept known_axis =
    std::same_as<A, axes::queue> || std::same_as<A, axes::workers> || std::same_as<A, axes::blocking> || std::same_as<A, axes::expiry> ||
    std::same_as<A, axes::panic> || std::same_as<A, axes::growth> || std::same_as<A, axes::parking> || std::same_as<A, axes::wake> ||
    std::same_as<A, axes::observer> || std::same_as<A, axes::agents> || std::same_as<A, axes::platform>;

/// A type that names its axis.
template <class P>
concept policy = requires { typename P::axis; } && known_axis<typename P::axis>;

/// A pool makes its own objects of its policies, from nothing.
template <class X>
concept made_from_nothing = std::is_default_constructible_v<X>;

/// The pool makes it from its options instead.
template <class X>
concept made_from_options = std::is_constructible_v<X, const options&>;
/// Reads a choice from the pool's options, before the pool has workers.
template <class X>
concept chosen_by_options = requires(X& x, const options& o) { x.choose(o); };

/// The type of a flag: a function or a pointer in its place would count as true.
template <class T>
concept flag = std::same_as<std::remove_cv_t<T>, bool>;

/// Its member template `on` makes it for a platform.
template <class X>
concept has_on = requires { typename X::template on<platform::native>; };

template <class P, class Axis>
concept policy_of = policy<P> && std::same_as<typename P::axis, Axis>;

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_EXPIRY_POLICY_HPP
#define WEIR_CONCEPTS_EXPIRY_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <type_traits>

namespace weir {

/// The times that an expiry policy is given: one worker's, and the pool's.
template <class TimePoint>
struct worker_times {
  TimePoint idle_since;  ///< when it last ran out of work
  TimePoint born;        ///< when its first task began; TimePoint::max() for a worker that has run nothing
  TimePoint last_left;   ///< when any worker of the pool last expired; the epoch if none has
};

/// The settings of weir::options that an expiry policy is given.
struct lifetimes {
  std::chrono::nanoseconds idle_after;
  std::chrono::nanoseconds max_age;
};

template <class X>
concept has_expires = requires {
  typename std::bool_constant<static_cast<bool>(X::expires)>;
  requires flag<decltype(X::expires)>;
};
template <class X>
concept has_ends_busy = requires {
  typename std::bool_constant<static_cast<bool>(X::ends_busy)>;
  requires flag<decltype(X::ends_busy)>;
};
template <class X>
concept has_deadline = requires(const worker_times<platform::native::clock::time_point>& t, const lifetimes& l) {
  { X::deadline(t, l) } noexcept -> std::same_as<platform::native::clock::time_point>;
};

template <class X>
concept bound_expiry = has_expires<X> && has_ends_busy<X> && has_deadline<X>;

/// When an idle worker retires. Contract, table and smallest model: docs/concepts/expiry_policy.md
template <class X>
concept expiry_policy = policy_of<X, axes::expiry> && has_on<X> && bound_expiry<typename X::template on<platform::native>>;

/// Reports each requirement that an expiry policy does not meet.
template <class X>
consteval bool explain_expiry_policy() {
  static_assert(has_on<X>, "weir: ExpiryPolicy must provide `template <class P> class on`; see docs/concepts/expiry_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    constexpr bool reachable = has_expires<on> || has_ends_busy<on> || has_deadline<on>;
    static_assert(reachable,
                  "weir: ExpiryPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/expiry_policy.md");
    if constexpr (reachable) {
      static_assert(has_expires<on>, "weir: ExpiryPolicy must provide `static constexpr bool expires`; see docs/concepts/expiry_policy.md");
      static_assert(has_ends_busy<on>,
                    "weir: ExpiryPolicy must provide `static constexpr bool ends_busy`; see docs/concepts/expiry_policy.md");
      static_assert(has_deadline<on>,
                    "weir: ExpiryPolicy must provide `static time_point deadline(const weir::worker_times<time_point>&, const "
                    "weir::lifetimes&) noexcept`; see docs/concepts/expiry_policy.md");
    }
  }
  return true;
}

}  // namespace weir

#endif

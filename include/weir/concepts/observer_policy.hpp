// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_OBSERVER_POLICY_HPP
#define WEIR_CONCEPTS_OBSERVER_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on
#include <weir/stats.hpp>

#include <concepts>

namespace weir {

template <class X>
concept has_per_worker = requires { typename X::per_worker; };
template <class X>
concept has_accepted = requires(X& x) {
  { x.accepted() } noexcept;
};
template <class X>
concept has_refused = requires(X& x) {
  { x.refused() } noexcept;
};
template <class X>
concept has_discarded = requires(X& x) {
  { x.discarded() } noexcept;
};
template <class X>
concept has_began = requires(X& x, typename X::per_worker& w) {
  { x.began(w) } noexcept;
};
template <class X>
concept has_completed = requires(X& x, typename X::per_worker& w) {
  { x.completed(w) } noexcept;
};
template <class X>
concept has_panicked = requires(X& x, typename X::per_worker& w) {
  { x.panicked(w) } noexcept;
};
template <class X>
concept has_cancelled = requires(X& x, typename X::per_worker& w) {
  { x.cancelled(w) } noexcept;
};
template <class X>
concept has_report = requires(const X& x, stats& s) {
  { x.report(s) } noexcept;
};
template <class X>
concept has_report_worker = requires(const X& x, stats& s, const typename X::per_worker& w) {
  { x.report(s, w) } noexcept;
};

template <class X>
concept bound_observer = made_from_nothing<X> && has_per_worker<X> && has_accepted<X> && has_refused<X> && has_discarded<X> &&
                         has_began<X> && has_completed<X> && has_panicked<X> && has_cancelled<X> && has_report<X> && has_report_worker<X>;

/// Is also notified when a coroutine suspends and when it resumes.
template <class X>
concept hears_of_waits = requires(X& x, typename X::per_worker& w) {
  { x.suspended(w) } noexcept;
  { x.resumed(w) } noexcept;
};

/// Is also notified when the future of a task of submit gets an exception; then completed() is called too.
template <class X>
concept hears_of_failures = requires(X& x, typename X::per_worker& w) {
  { x.failed(w) } noexcept;
};

/// Is also told when the task was posted that begins; then the pool reads the clock at each post and keeps the time with the task.
template <class X>
concept hears_of_queueing = requires(X& x, typename X::per_worker& w, std::chrono::nanoseconds posted) {
  { x.taken(w, posted) } noexcept;
};

/// Of how many posts the time of one is kept, for such an observer: its `stamps_one_in`, or else 1.
template <class X>
inline constexpr unsigned stamps_one_in = 1;
template <class X>
  requires requires { X::stamps_one_in; }
inline constexpr unsigned stamps_one_in<X> = X::stamps_one_in;

/// An observer's data for all callers that run tasks themselves: its `per_caller`, derived from per_worker, or else per_worker.
template <class X>
struct for_callers {
  using type = typename X::per_worker;
};
template <class X>
  requires std::derived_from<typename X::per_caller, typename X::per_worker>
struct for_callers<X> {
  using type = typename X::per_caller;
};

/// What is counted. Contract, table and smallest model: docs/concepts/observer_policy.md
template <class X>
concept observer_policy = policy_of<X, axes::observer> && has_on<X> && bound_observer<typename X::template on<platform::native>>;

/// Reports each requirement that an observer policy does not meet.
template <class X>
consteval bool explain_observer_policy() {
  static_assert(has_on<X>, "weir: ObserverPolicy must provide `template <class P> class on`; see docs/concepts/observer_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    static_assert(made_from_nothing<on>,
                  "weir: ObserverPolicy must provide a public constructor without arguments, `on()`: the pool makes the observer itself; "
                  "see docs/concepts/observer_policy.md");
    constexpr bool reachable = has_per_worker<on> || has_accepted<on> || has_refused<on> || has_discarded<on> || has_report<on>;
    static_assert(reachable,
                  "weir: ObserverPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/observer_policy.md");
    if constexpr (reachable) {
      static_assert(has_per_worker<on>, "weir: ObserverPolicy must provide `struct per_worker`; see docs/concepts/observer_policy.md");
      static_assert(has_accepted<on>, "weir: ObserverPolicy must provide `void accepted() noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_refused<on>, "weir: ObserverPolicy must provide `void refused() noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_discarded<on>,
                    "weir: ObserverPolicy must provide `void discarded() noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_began<on>,
                    "weir: ObserverPolicy must provide `void began(per_worker&) noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_completed<on>,
                    "weir: ObserverPolicy must provide `void completed(per_worker&) noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_panicked<on>,
                    "weir: ObserverPolicy must provide `void panicked(per_worker&) noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_cancelled<on>,
                    "weir: ObserverPolicy must provide `void cancelled(per_worker&) noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_report<on>,
                    "weir: ObserverPolicy must provide `void report(weir::stats&) const noexcept`; see docs/concepts/observer_policy.md");
      static_assert(has_report_worker<on>,
                    "weir: ObserverPolicy must provide `void report(weir::stats&, const per_worker&) const noexcept`; see "
                    "docs/concepts/observer_policy.md");
    }
  }
  return true;
}

}  // namespace weir

#endif

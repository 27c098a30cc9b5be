// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POOL_HPP
#define WEIR_POOL_HPP

#include <weir/agents/threads.hpp>
#include <weir/basic_pool.hpp>
#include <weir/concepts/agents_policy.hpp>
#include <weir/concepts/observer_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/concepts/parking_policy.hpp>
#include <weir/concepts/platform_policy.hpp>
#include <weir/concepts/policy_set.hpp>
#include <weir/concepts/wake_policy.hpp>
#include <weir/platform/native.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/parking/adaptive.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/wake/chain.hpp>
#include <weir/policies/workers/lifo.hpp>

#include <type_traits>

namespace weir {

/// What weir::pool<...> is when it has refused its policies, so that no more is said than that: it takes everything and does nothing.
struct refused_pool {
  refused_pool(const auto&...) {}
};

/// Checks a set of policies and puts it in canonical order, so that the same policies in any order give the same type.
template <class... Policies>
struct assemble {
  static_assert(explain_policy_set<Policies...>());

  using queue = pick<axes::queue, weir::queue::unbounded, Policies...>;
  using workers = pick<axes::workers, weir::workers::lifo, Policies...>;
  using blocking = pick<axes::blocking, weir::blocking::wait, Policies...>;
  using expiry = pick<axes::expiry, weir::expiry::never, Policies...>;
  using panic = pick<axes::panic, weir::panic::terminate, Policies...>;
  using growth = pick<axes::growth, weir::growth::on_demand, Policies...>;
  using parking = pick<axes::parking, weir::parking::adaptive, Policies...>;
  using wake = pick<axes::wake, weir::wake::chain, Policies...>;
  using observer = pick<axes::observer, weir::observer::none, Policies...>;
  using platform = pick<axes::platform, weir::platform::native, Policies...>;
  using agents = pick<axes::agents, weir::agents::threads, Policies...>;

  static_assert(explain_platform_policy<platform>());
  static_assert(explain_queue_policy<queue>() && explain_workers_policy<workers>() && explain_blocking_policy<blocking>() &&
                explain_expiry_policy<expiry>() && explain_panic_policy<panic>() && explain_growth_policy<growth>() &&
                explain_parking_policy<parking>() && explain_wake_policy<wake>() && explain_observer_policy<observer>() &&
                explain_agents_policy<agents>());
  /// A pool of what was refused above would only say it again, in its own words, some hundred lines of them.
  static constexpr bool sound = platform_policy<platform> && queue_policy<queue> && workers_policy<workers> && blocking_policy<blocking> &&
                                expiry_policy<expiry> && panic_policy<panic> && growth_policy<growth> && parking_policy<parking> &&
                                wake_policy<wake> && observer_policy<observer> && agents_policy<agents>;
  static_assert([]() consteval {
    if constexpr (sound) return explain_compatibility<queue, workers, blocking, expiry, growth>();
    return true;
  }());
  using type =
      std::conditional_t<sound, basic_pool<queue, workers, blocking, expiry, panic, growth, parking, wake, observer, platform, agents>,
                         refused_pool>;
};

/// A pool assembled from policies, given in any order, at most one per axis. The defaults are queue::unbounded, workers::lifo, blocking::wait,
/// expiry::never, panic::terminate, growth::on_demand, parking::adaptive, wake::chain, observer::none, agents::threads, platform::native.
template <class... Policies>
using pool = typename assemble<Policies...>::type;

}  // namespace weir

#endif

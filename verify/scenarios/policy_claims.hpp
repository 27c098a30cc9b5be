// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POLICY_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_POLICY_CLAIMS_HPP

#include <weir/basic_pool.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/admits_keeps_its_contract.hpp>
#include <weir/verify/scenarios/deadline_keeps_its_contract.hpp>
#include <weir/verify/scenarios/growth_keeps_its_contract.hpp>
#include <weir/verify/scenarios/idle_store_keeps_every_worker.hpp>
#include <weir/verify/scenarios/lone_parker_keeps_one_token.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/timed_unpark_is_never_lost.hpp>
#include <weir/verify/scenarios/unpark_is_never_lost.hpp>
#include <weir/verify/support/own_order.hpp>
#include <weir/verify/support/seated.hpp>

#include <concepts>
#include <type_traits>

namespace weir::verify {

/// The scenarios of a pool's policies by themselves. `InOrder`: its queue is first in, first out.
template <class Pool, bool InOrder>
struct policy_claims {
  using list = scenario_list<>;
};

/// A preset derives from its pool.
template <class Pool, bool InOrder>
  requires(std::derived_from<Pool, typename Pool::basic_pool> && !std::same_as<Pool, typename Pool::basic_pool>)
struct policy_claims<Pool, InOrder> : policy_claims<typename Pool::basic_pool, InOrder> {};

template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class Wake, class Observer,
          class... Rest, bool InOrder>
struct policy_claims<basic_pool<Queue, Workers, Blocking, Expiry, Panic, Growth, Parking, Wake, Observer, Rest...>, InOrder> {
  using on = typename Queue::template on<relacy, int>;
  using queue = std::conditional_t<seated_queue<on>, seated<Queue>, Queue>;
  struct nothing {
    using list = scenario_list<>;
  };
  template <class Q>
  struct queues {
    using list =
        all_claims<queue_claims<std::conditional_t<InOrder, queue, own_order<queue>>>, seat_and_tag_claims<Q>, tagged_queue_claims<Q>>;
  };
  using of_queue = typename std::conditional_t<hand_over_queue<on>, std::type_identity<nothing>, std::type_identity<queues<Queue>>>::type;
  using of_expiry = scenarios_if<Expiry::template on<relacy>::expires, scenarios::deadline_keeps_its_contract<Expiry, relacy>>;

  using of_blocking =
      scenarios_if<Blocking::template on<relacy>::when_full == full_reaction::wait, scenarios::admits_keeps_its_contract<Blocking, relacy>>;

  using list =
      decltype(scenario_list<scenarios::growth_keeps_its_contract<Growth, relacy>, scenarios::unpark_is_never_lost<Parking, relacy>,
                             scenarios::timed_unpark_is_never_lost<Parking, relacy>,
                             scenarios::lone_parker_keeps_one_token<Parking, relacy>,
                             scenarios::idle_store_keeps_every_worker<Workers, relacy>,
                             scenarios::observer_counts_each_event_once<Observer, relacy>>() +
               of_blocking() + of_expiry() + typename of_queue::list());
};

}  // namespace weir::verify

#endif

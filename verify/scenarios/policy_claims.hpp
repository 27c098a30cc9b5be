// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POLICY_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_POLICY_CLAIMS_HPP

#include <weir/basic_pool.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/timed_unpark_is_never_lost.hpp>
#include <weir/verify/scenarios/unpark_is_never_lost.hpp>
#include <weir/verify/support/seated.hpp>

#include <type_traits>

namespace weir::verify {

/// The scenarios of a pool's policies by themselves: of its parking, and of its queue if that is first in, first out.
template <class Pool, bool InOrder>
struct policy_claims {
  using list = scenario_list<>;
};

template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class... Rest, bool InOrder>
struct policy_claims<basic_pool<Queue, Workers, Blocking, Expiry, Panic, Growth, Parking, Rest...>, InOrder> {
  using on = typename Queue::template on<relacy, int>;
  using queue = std::conditional_t<seated_queue<on>, seated<Queue>, Queue>;
  template <class Q>
  struct claims_of_the_queue {
    using all = queue_claims<Q>;
  };
  struct no_queue {
    struct all {
      using list = scenario_list<>;
    };
  };
  using of_queue = typename std::conditional_t<hand_over_queue<on>, no_queue, claims_of_the_queue<queue>>::all::list;

  template <class Sets>
  struct as_left_out;
  template <class... Run, class... LeftOut>
  struct as_left_out<scenario_sets<types<Run...>, types<LeftOut...>>> {
    using type = scenario_sets<types<>, types<Run..., LeftOut...>>;
  };
  using queue_list = typename std::conditional_t<InOrder, std::type_identity<of_queue>, as_left_out<of_queue>>::type;

  using list = decltype(scenario_list<scenarios::unpark_is_never_lost<Parking, relacy>, scenarios::timed_unpark_is_never_lost<Parking, relacy>>() + queue_list());
};

}  // namespace weir::verify

#endif

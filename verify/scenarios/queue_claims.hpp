// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP

#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/claimer_vs_thief.hpp>
#include <weir/verify/scenarios/every_tag_value_is_kept.hpp>
#include <weir/verify/scenarios/failed_push_leaves_its_item.hpp>
#include <weir/verify/scenarios/full_only_when_full.hpp>
#include <weir/verify/scenarios/held_back_items_are_kept.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/oldest_item_is_taken_back.hpp>
#include <weir/verify/scenarios/push_before_join.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>
#include <weir/verify/scenarios/refused_push_leaves_its_item.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/seat_changes_its_owner.hpp>
#include <weir/verify/scenarios/standing_thread_vs_the_other.hpp>
#include <weir/verify/scenarios/worker_push_vs_close.hpp>
#include <weir/verify/support/own_order.hpp>
#include <weir/verify/support/seated.hpp>
#include <weir/verify/support/tagged.hpp>

#include <string>
#include <tuple>
#include <type_traits>

namespace weir::verify {

/// The scenarios of a queue policy by itself; queue::none has no queue to check.
template <class Queue>
struct queue_claims {
  using list = scenario_list<scenarios::queue_keeps_every_item<Queue, relacy>, scenarios::no_item_is_taken_twice<Queue, relacy>,
                             scenarios::no_item_is_lost_in_reuse<Queue, relacy>, scenarios::push_vs_close<Queue, relacy>,
                             scenarios::standing_thread_vs_the_other<Queue, relacy>, scenarios::full_only_when_full<Queue, relacy>,
                             scenarios::refused_push_leaves_its_item<Queue, relacy>, scenarios::failed_push_leaves_its_item<Queue, relacy>>;
};

/// Of its pushes with a tag, each under the tag's name.
template <class Queue, class Tags = tags_of<typename Queue::template on<relacy, int>, int>>
struct tagged_queue_claims;
template <class Queue, class... Tags>
struct tagged_queue_claims<Queue, std::tuple<Tags...>> {
  template <class Tag>
  struct under {
    static inline const std::string text{type_name_of<Tag>()};
  };
  template <class Q>
  struct some {
    using list = scenario_list<scenarios::queue_keeps_every_item<Q, relacy>, scenarios::no_item_is_taken_twice<Q, relacy>,
                               scenarios::push_vs_close<Q, relacy>, scenarios::full_only_when_full<Q, relacy>,
                               scenarios::refused_push_leaves_its_item<Q, relacy>, scenarios::failed_push_leaves_its_item<Q, relacy>>;
  };
  using list = all_claims<claims_under<under<Tags>, some<own_order<seated<tagged<Queue, Tags>>>>>...>;
};

/// Of a queue as it is, with its seats and its tags.
template <class Queue, class On = typename Queue::template on<relacy, int>>
struct seat_and_tag_claims {
  using list = decltype(scenarios_if<std::tuple_size_v<tags_of<On, int>> != 0, scenarios::every_tag_value_is_kept<Queue, relacy>>() +
                        scenarios_if<hears_of_the_end<On>, scenarios::held_back_items_are_kept<Queue, relacy>>() +
                        scenarios_if<gives_back<On, int>, scenarios::oldest_item_is_taken_back<Queue, relacy>>() +
                        scenarios_if<seated_queue<On>, scenarios::seat_changes_its_owner<Queue, relacy>>() +
                        scenarios_if<claims_more<On>, scenarios::claimer_vs_thief<Queue, relacy>>() +
                        scenarios_if<pushes_to_seat<On, int>, scenarios::worker_push_vs_close<Queue, relacy>,
                                     scenarios::push_before_join<Queue, relacy>>());
};

}  // namespace weir::verify

#endif

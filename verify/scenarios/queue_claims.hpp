// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP

#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/full_only_when_full.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/standing_thread_vs_the_other.hpp>
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
                             scenarios::standing_thread_vs_the_other<Queue, relacy>, scenarios::full_only_when_full<Queue, relacy>>;
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
                               scenarios::push_vs_close<Q, relacy>, scenarios::full_only_when_full<Q, relacy>>;
  };
  using list = all_claims<claims_under<under<Tags>, some<own_order<seated<tagged<Queue, Tags>>>>>...>;
};

}  // namespace weir::verify

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_QUEUE_CLAIMS_HPP

#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/standing_thread_vs_the_other.hpp>

namespace weir::verify {

/// The scenarios of a queue policy by itself; queue::none has no queue to check.
template <class Queue>
struct queue_claims {
  using list = scenario_list<scenarios::queue_keeps_every_item<Queue, relacy>, scenarios::no_item_is_taken_twice<Queue, relacy>,
                             scenarios::no_item_is_lost_in_reuse<Queue, relacy>, scenarios::push_vs_close<Queue, relacy>,
                             scenarios::standing_thread_vs_the_other<Queue, relacy>>;
};

}  // namespace weir::verify

#endif

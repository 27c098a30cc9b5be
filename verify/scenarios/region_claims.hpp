// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REGION_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_REGION_CLAIMS_HPP

#include <weir/verify/scenarios/region_end_vs_meeting_tasks.hpp>
#include <weir/verify/scenarios/region_vs_refused_thread.hpp>
#include <weir/verify/scenarios/region_waits_for_own_pool.hpp>
#include <weir/verify/scenarios/regions_keep_their_limit.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

namespace weir::verify {

/// What blocking regions promise in a pool of threads that waits or queues when it is full.
template <class Pool>
struct region_claims {
  using list = decltype(scenario_list<scenarios::region_waits_for_own_pool<Pool>, scenarios::regions_keep_their_limit<Pool>,
                                      scenarios::region_vs_refused_thread<Pool>>() +
                        scenarios_if<Pool::config_type::growth::wants(1), scenarios::region_end_vs_meeting_tasks<Pool>>());
};

}  // namespace weir::verify

#endif

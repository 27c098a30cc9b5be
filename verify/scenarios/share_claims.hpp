// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_CLAIMS_HPP

#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/share_has_many_waiters.hpp>
#include <weir/verify/scenarios/share_in_full_pool.hpp>
#include <weir/verify/scenarios/share_limits_workers.hpp>
#include <weir/verify/scenarios/share_of_share_vs_stop.hpp>
#include <weir/verify/scenarios/share_of_share_wants_a_place.hpp>
#include <weir/verify/scenarios/share_post_vs_last_task.hpp>
#include <weir/verify/scenarios/share_stop_vs_post.hpp>
#include <weir/verify/scenarios/share_vs_stop_of_pool.hpp>

namespace weir::verify {

/// Everything that a share promises on a pool type.
template <class Pool>
struct share_claims {
  using list =
      scenario_list<scenarios::share_limits_workers<Pool>, scenarios::share_post_vs_last_task<Pool>, scenarios::share_in_full_pool<Pool>,
                    scenarios::share_vs_stop_of_pool<Pool>, scenarios::share_has_many_waiters<Pool>, scenarios::share_stop_vs_post<Pool>,
                    scenarios::share_of_share_vs_stop<Pool, true>, scenarios::share_of_share_vs_stop<Pool, false>,
                    scenarios::share_of_share_wants_a_place<Pool>>;
};

}  // namespace weir::verify

#endif

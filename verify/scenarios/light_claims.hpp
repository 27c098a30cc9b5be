// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LIGHT_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_LIGHT_CLAIMS_HPP

#include <weir/verify/scenarios/carried_claims.hpp>
#include <weir/verify/scenarios/expiry_vs_hand_over.hpp>
#include <weir/verify/scenarios/opening_pool_vs_its_carriers.hpp>
#include <weir/verify/scenarios/place_of_a_sleeper_vs_submitter.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

namespace weir::verify {

/// The same, and those of the places that such tasks hold, for light pools that wait for room.
template <class Pool>
struct light_claims {
  using list = decltype(typename carried_claims<Pool>::list() +
                        scenario_list<scenarios::place_of_a_sleeper_vs_submitter<Pool>, scenarios::opening_pool_vs_its_carriers<Pool>>());
};
/// Of light workers that expire: an idle one is in the timer wheel of a ready queue, and can be woken there.
template <class Pool>
struct leaving_light_claims {
  using list = scenario_list<scenarios::expiry_vs_hand_over<Pool>>;
};

}  // namespace weir::verify

#endif

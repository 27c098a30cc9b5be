// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ALGORITHM_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_ALGORITHM_CLAIMS_HPP

#include <weir/verify/scenarios/fork_holds_what_others_want.hpp>
#include <weir/verify/scenarios/fork_throws.hpp>
#include <weir/verify/scenarios/fork_waits_with_older_forks.hpp>
#include <weir/verify/scenarios/loop_by_a_context_is_stopped.hpp>
#include <weir/verify/scenarios/loop_first_exception.hpp>
#include <weir/verify/scenarios/loop_in_loop_on_one_worker.hpp>
#include <weir/verify/scenarios/loop_vs_late_help.hpp>
#include <weir/verify/scenarios/loop_vs_purge.hpp>
#include <weir/verify/scenarios/loop_vs_shutdown.hpp>
#include <weir/verify/scenarios/loop_without_threads.hpp>
#include <weir/verify/scenarios/reduction_by_reference.hpp>
#include <weir/verify/scenarios/reduction_of_one_element.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

namespace weir::verify {

/// Everything that the parallel algorithms promise on a pool type.
template <class Pool>
struct algorithm_claims {
  using list =
      scenario_list<scenarios::loop_vs_late_help<Pool>, scenarios::loop_vs_shutdown<Pool>, scenarios::loop_first_exception<Pool>,
                    scenarios::loop_in_loop_on_one_worker<Pool>, scenarios::loop_without_threads<Pool>,
                    scenarios::fork_holds_what_others_want<Pool>, scenarios::fork_throws<Pool>,
                    scenarios::fork_waits_with_older_forks<Pool>, scenarios::loop_by_a_context_is_stopped<Pool>,
                    scenarios::loop_vs_purge<Pool>, scenarios::reduction_by_reference<Pool>, scenarios::reduction_of_one_element<Pool>>;
};

}  // namespace weir::verify

#endif

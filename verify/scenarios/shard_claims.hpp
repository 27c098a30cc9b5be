// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARD_CLAIMS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARD_CLAIMS_HPP

#include <weir/verify/scenarios/pause_vs_post_across_shards.hpp>
#include <weir/verify/scenarios/refused_resize_across_shards.hpp>
#include <weir/verify/scenarios/refused_wait_vs_purge.hpp>
#include <weir/verify/scenarios/resizes_agree_across_shards.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/tasks_post_across_full_shards.hpp>
#include <weir/verify/scenarios/two_shards.hpp>
#include <weir/verify/scenarios/wait_idle_means_idle.hpp>

namespace weir::verify {

/// What a multi_pool promises beyond what its pools do.
template <class Pool>
struct shard_claims {
  using list = scenario_list<scenarios::tasks_post_across_full_shards<Pool>, scenarios::pause_vs_post_across_shards<Pool>,
                             scenarios::refused_wait_vs_purge<Pool>, scenarios::resizes_agree_across_shards<Pool>,
                             scenarios::refused_resize_across_shards<Pool>, scenarios::wait_idle_means_idle<scenarios::two_shards<Pool>>>;
};

}  // namespace weir::verify

#endif

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/discard_oldest_vs_shutdown.hpp>
#include <weir/verify/scenarios/discard_oldest_vs_worker.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/support/heard_drops.hpp>

using namespace weir;

namespace {

using roomy = verify::hearing<
    pool<queue::bounded<4>, blocking::discard_oldest, verify::relacy>>;  // room for all tasks of a scenario: none is dropped
using tight = verify::hearing<pool<queue::bounded<1>, blocking::discard_oldest, observer::counters, verify::relacy>>;

struct discard_oldest_vs_worker_in_a_tight_pool : verify::scenarios::discard_oldest_vs_worker<tight> {};

struct discard_claims {
  using list = verify::scenario_list<discard_oldest_vs_worker_in_a_tight_pool, verify::scenarios::discard_oldest_vs_shutdown<tight>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<roomy>, discard_claims>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/wake/chain.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/resume_vs_meeting_tasks.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

using namespace weir;

namespace {

using judged = pool<queue::bounded<2>, wake::chain, verify::relacy>;

struct wake_claims {
  using list = verify::scenario_list<verify::scenarios::resume_vs_meeting_tasks<judged>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<judged>, wake_claims>(argc, argv); }

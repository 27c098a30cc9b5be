// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/group_claims.hpp>

using namespace weir;

// Groups on the smallest pool, whose executions can all be seen. next_group_vs_late_ticket is not true here: where there is no queue, a ticket is
// refused while no worker is idle, and the group is left to the thread that waits for it.
int main(int argc, char** argv) { return verify::run_claims<verify::group_claims<pool<queue::none, verify::relacy>>>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/own_posts_vs_stop.hpp>
#include <weir/verify/scenarios/own_push_vs_close.hpp>
#include <weir/verify/scenarios/own_push_vs_rest.hpp>
#include <weir/verify/scenarios/owner_vs_thieves.hpp>
#include <weir/verify/scenarios/owners_rob_each_other.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/surplus_worker_vs_its_own_posts.hpp>
#include <weir/verify/scenarios/task_meets_the_task_it_posts.hpp>
#include <weir/verify/support/seated.hpp>

using namespace weir;

namespace {

// Two slots and every third take out of turn, so that few tasks overflow, come round and are taken from every side; and workers that always claim
// two posts from outside if they can.
using small = queue::stealing_by<2, 3, queue::one_task, 0>;

using small_pool = pool<small, verify::relacy>;

struct seat_claims {
  using list = verify::scenario_list<
      verify::scenarios::owner_vs_thieves<small, verify::relacy>, verify::scenarios::thief_sleeps_for_a_lap<small, verify::relacy>,
      verify::scenarios::owner_in_a_single_slot<queue::stealing_by<1, 2>, verify::relacy>,
      verify::scenarios::own_push_vs_close<small, verify::relacy>, verify::scenarios::own_push_vs_rest<small, verify::relacy>,
      verify::scenarios::owners_rob_each_other<small, verify::relacy>, verify::scenarios::own_posts_vs_stop<small_pool>,
      verify::scenarios::surplus_worker_vs_its_own_posts<small_pool>, verify::scenarios::task_meets_the_task_it_posts<small_pool>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<small_pool>, verify::queue_claims<verify::seated<small>>,
                            verify::seat_and_tag_claims<small>, seat_claims>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/any.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/discard_oldest_vs_worker.hpp>
#include <weir/verify/scenarios/full_pool_drops.hpp>
#include <weir/verify/scenarios/overflow_vs_shutdown.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/task_posts_to_its_own_full_pool.hpp>
#include <weir/verify/support/heard_drops.hpp>

using namespace weir;

namespace {

template <blocking_choice Choice>
using following = verify::hearing<pool<queue::bounded<1>, blocking::any_by<Choice>, observer::counters, verify::relacy>>;

// The other choices, in whose pools the submitter queue is there and unused.
struct overflow_by_choice : verify::scenarios::overflow_vs_shutdown<following<blocking_choice::overflow_spawn>> {};
struct drops_by_choice : verify::scenarios::full_pool_drops<following<blocking_choice::discard_newest>> {};
struct oldest_by_choice : verify::scenarios::discard_oldest_vs_worker<following<blocking_choice::discard_oldest>> {};
struct caller_by_choice : verify::scenarios::task_posts_to_its_own_full_pool<following<blocking_choice::caller_runs>> {};
struct choices {
  using list = verify::scenario_list<overflow_by_choice, drops_by_choice, oldest_by_choice, caller_by_choice>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<following<blocking_choice::wait>>, choices>(argc, argv); }

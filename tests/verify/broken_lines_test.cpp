// SPDX-License-Identifier: Apache-2.0
// As broken_policies_test: lines of contracts that are broken at an edge of what the policy does. Beside each stands the sound twin.
#include "tests/verify/broken/callers.hpp"
#include "tests/verify/broken/parkings.hpp"
#include "tests/verify/broken/queue_edges.hpp"
#include "tests/verify/broken/stores.hpp"
#include "tests/verify/claims_expect.hpp"

#include <weir/pool.hpp>
#include <weir/verify/scenarios/policy_claims.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/support/prepared_seats.hpp>

namespace {

using namespace weir;
using namespace expect;
using broken::edge;
using broken::list_queue;
using broken::parks;
namespace s = verify::scenarios;

void a_push_that_throws() {
  passes(one<s::failed_push_leaves_its_item<list_queue<edge::none>, verify::relacy>>());
  passes(one<s::failed_push_leaves_its_item<list_queue<edge::none, 2>, verify::relacy>>());
  caught(one<s::failed_push_leaves_its_item<list_queue<edge::push_that_throws>, verify::relacy>>(),
         "I2: a push that throws leaves its item as it was");
}

void what_a_destroyed_queue_leaves() {
  caught(one<s::failed_push_leaves_its_item<list_queue<edge::destructor>, verify::relacy>>(),
         "I22: the destructor of a queue destroys each item that is left in it");
}

void a_queue_that_stays_closed() {
  passes(one<s::push_vs_close<list_queue<edge::none>, verify::relacy>>());
  caught(one<s::push_vs_close<list_queue<edge::reopen>, verify::relacy>>(), "I16: a queue that was opened again takes items");
  passes(one<s::refused_push_leaves_its_item<list_queue<edge::none>, verify::relacy>>());
  caught(one<s::refused_push_leaves_its_item<list_queue<edge::reopen>, verify::relacy>>(), "I16: a queue that was opened again");
}

/// In a pool, a submitter sleeps on the answer.
void full_on_an_old_word() {
  passes(one<s::blocked_submitter_vs_room<pool_of<list_queue<edge::none, 1>>>>());
  caught(one<s::blocked_submitter_vs_room<pool_of<list_queue<edge::full, 1>>>>(), "DEADLOCK");
}

/// In a pool that was closed, the workers go when the queue is empty.
void empty_though_a_push_is_under_way() {
  passes(one<s::post_vs_shutdown<pool_of<list_queue<edge::none>>>>());
  caught(one<s::post_vs_shutdown<pool_of<list_queue<edge::empty>>>>(), "I7: ");
}

void stores_that_give_what_they_have_not() {
  passes(one<s::idle_store_keeps_every_worker<broken::stack_of_workers<true, false>, verify::relacy>>());
  caught(one<s::idle_store_keeps_every_worker<broken::stack_of_workers<true, true>, verify::relacy>>(),
         "I28: pop() gives a worker that is not in the store");
  passes(one<s::idle_store_keeps_every_worker<broken::stack_of_workers<false, false>, verify::relacy>>());
  caught(one<s::idle_store_keeps_every_worker<broken::stack_of_workers<false, true>, verify::relacy>>(),
         "I28: pop() of a store that keeps no worker gives none");
}

void parkers() {
  passes(one<s::lone_parker_keeps_one_token<broken::token<parks::soundly>, verify::relacy>>());
  passes(one<s::unpark_is_never_lost<broken::token<parks::soundly>, verify::relacy>>());
  caught(one<s::lone_parker_keeps_one_token<broken::token<parks::past_its_deadline>, verify::relacy>>(), "DEADLOCK");
  caught(one<s::lone_parker_keeps_one_token<broken::token<parks::until_it_is_taken>, verify::relacy>>(), "DEADLOCK");
  caught(one<s::unpark_is_never_lost<broken::token<parks::on_what_it_frees>, verify::relacy>>(), "ACCESS TO FREED MEMORY");
}

/// The queue looks itself: what breaks it is a mutant of the pool.
void a_queue_that_prepares_seats() { passes(one<s::tasks_that_meet_all_get_workers<pool_of<verify::prepared_seats>>>()); }

/// Their pool holds its lock at some of these calls, and there the call waits for its own thread.
template <class Scenario>
checker::host known() {
  broken::known_pool::call = nullptr;  // a failed execution ends without its destructors
  return one<broken::known<Scenario>>();
}
void policies_that_call_their_pool() {
  using parked = pool_of<parking::park>;
  using expiring = pool_of<expiry::after_idle>;
  using counted = pool_of<observer::counters>;
  passes(known<s::post_vs_shutdown<parked>>());
  caught(known<s::post_vs_shutdown<pool_of<broken::asks_in_unpark>>>(), "RECURSION ON NON-RECURSIVE MUTEX");
  passes(known<s::expiry_vs_hand_over<expiring>>());
  caught(known<s::expiry_vs_hand_over<pool_of<broken::asks_in_deadline>>>(), "RECURSION ON NON-RECURSIVE MUTEX");
  passes(known<s::getters_vs_changes<counted>>());
  caught(known<s::getters_vs_changes<pool_of<broken::asks_in_report>>>(), "RECURSION ON NON-RECURSIVE MUTEX");
}

}  // namespace

int main() {
  a_push_that_throws();
  what_a_destroyed_queue_leaves();
  a_queue_that_stays_closed();
  full_on_an_old_word();
  empty_though_a_push_is_under_way();
  stores_that_give_what_they_have_not();
  parkers();
  a_queue_that_prepares_seats();
  policies_that_call_their_pool();
  return exit_code();
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/purge_vs_the_row_of_a_key.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/surplus_worker_vs_its_key.hpp>
#include <weir/verify/scenarios/tasks_of_a_key_take_turns.hpp>
#include <weir/verify/support/seated.hpp>

using namespace weir;

namespace {

using lasting = pool<queue::keyed, verify::relacy>;
using shrinking = pool<queue::keyed, expiry::after_idle, verify::relacy>;

// Workers that may expire are not sent to look around when the capacity sinks, so this one hangs on the leaver alone.
struct expiring_surplus_worker_vs_its_key : verify::scenarios::surplus_worker_vs_its_key<shrinking> {};

// Submitters that find no thread work the queue off themselves, side by side.
struct unaided_tasks_of_a_key_take_turns : verify::scenarios::tasks_of_a_key_take_turns<lasting> {
  static constexpr verify::budgets budget{.spawn_faults = 2};
};

struct key_claims {
  using list = verify::scenario_list<verify::scenarios::tasks_of_a_key_take_turns<lasting>,
                                     verify::scenarios::surplus_worker_vs_its_key<lasting>, expiring_surplus_worker_vs_its_key,
                                     verify::scenarios::purge_vs_the_row_of_a_key<lasting>, unaided_tasks_of_a_key_take_turns>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<key_claims, verify::pool_claims<lasting>, verify::seat_and_tag_claims<queue::keyed>,
                            verify::queue_claims<verify::seated<queue::keyed, key{1}>>>(argc, argv);
}

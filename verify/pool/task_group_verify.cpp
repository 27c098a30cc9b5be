// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/attached_group_vs_taken_ticket.hpp>
#include <weir/verify/scenarios/group_claims.hpp>

using namespace weir;

namespace {

struct late_ticket_in_a_deque : verify::scenarios::next_group_vs_late_ticket<pool<queue::stealing_by<2, 3>, verify::relacy>> {
  static constexpr const char* name = "next_group_vs_late_ticket_in_a_deque";
};

struct claims_of_tickets {
  using list = verify::scenario_list<late_ticket_in_a_deque, verify::scenarios::attached_group_vs_taken_ticket<verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::group_claims<pool<verify::relacy>>, claims_of_tickets>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/priority.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/urgent_items_go_first.hpp>
#include <weir/verify/support/seated.hpp>

using namespace weir;

namespace {

// Segments of two slots, as for queue::unbounded.
using two_levels = queue::priority_by<2, 2>;

struct level_claims {
  using list = verify::scenario_list<verify::scenarios::urgent_items_go_first<two_levels, verify::relacy>,
                                     verify::scenarios::every_level_is_closed<two_levels, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<level_claims, verify::pool_claims<pool<two_levels, verify::relacy>>, verify::seat_and_tag_claims<two_levels>,
                            verify::queue_claims<verify::seated<two_levels, level{1}>>>(argc, argv);
}

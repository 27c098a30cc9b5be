// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/unbounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/free_segments_are_handed_out_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/scenarios/segments_stand_aside_until_left.hpp>

using namespace weir;

namespace {

// Segments of two slots, so that every few pushes start a new one or use an old one again, of which an empty queue keeps none.
using small = queue::unbounded_by<2, 0>;

struct store_claims {
  using list = verify::scenario_list<verify::scenarios::free_segments_are_handed_out_once<verify::relacy>,
                                     verify::scenarios::segments_stand_aside_until_left<verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<small, verify::relacy>>, verify::queue_claims<small>, store_claims>(argc, argv);
}

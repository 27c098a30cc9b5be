// SPDX-License-Identifier: Apache-2.0
// Boost's atomics are std::atomic here as everywhere: to the checker each call of Boost's is one step that orders nothing. So this checks
// what weir puts around Boost's ring, on the assumption that it is first in, first out for one pusher and one taker at a time.
#include <weir/policies/queue/spsc.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/support/one_submitter.hpp>

using namespace weir;

namespace {

// Nothing but the queue, with the one pusher that it asks for.
using ring = queue::spsc<2>;
struct ring_claims {
  using list = verify::scenario_list<verify::scenarios::no_item_is_taken_twice<ring, verify::relacy>,
                                     verify::scenarios::no_item_is_lost_in_reuse<ring, verify::relacy>,
                                     verify::scenarios::push_vs_close<ring, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<ring_claims, verify::pool_claims<pool<verify::one_submitter<queue::spsc<1>>, verify::relacy>>>(argc, argv);
}

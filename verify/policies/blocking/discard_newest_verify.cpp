// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/support/heard_drops.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using judged = verify::hearing<pool<queue::bounded<1>, blocking::discard_newest, verify::relacy>>;
  return verify::run_claims<verify::pool_claims<judged>>(argc, argv);
}

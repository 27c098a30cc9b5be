// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/share_claims.hpp>

using namespace weir;

using small = pool<queue::bounded<1>, blocking::reject, verify::relacy>;

int main(int argc, char** argv) {
  return verify::run_claims<verify::share_claims<pool<verify::relacy>>, verify::share_claims<small>>(argc, argv);
}

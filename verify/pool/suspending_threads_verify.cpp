// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/suspending.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using subject = verify::suspending<pool<queue::bounded<1>, panic::ignore, verify::relacy>>;
  return verify::run_claims<verify::pool_claims<subject>>(argc, argv);
}

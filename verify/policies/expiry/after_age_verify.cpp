// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using judged = pool<queue::bounded<1>, expiry::after_age, verify::relacy>;
  return verify::run_claims<verify::pool_claims<judged>>(argc, argv);
}

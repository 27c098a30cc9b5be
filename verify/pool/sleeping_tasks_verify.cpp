// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/light_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using stays = light_pool<queue::none, verify::relacy>;
  using leaves = light_pool<queue::none, expiry::after_idle, verify::relacy>;
  return verify::run_claims<verify::light_claims<stays>, verify::leaving_light_claims<leaves>>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<light_pool<queue::bounded<1>, panic::ignore, verify::relacy>>>(argc, argv);
}

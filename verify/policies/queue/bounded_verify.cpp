// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<1>, verify::relacy>>, verify::queue_claims<queue::bounded<2>>>(argc,
                                                                                                                                   argv);
}

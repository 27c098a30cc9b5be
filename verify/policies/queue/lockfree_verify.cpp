// SPDX-License-Identifier: Apache-2.0
// Boost's atomics are std::atomic here as everywhere: to the checker each call of Boost's is one step that orders nothing. So this checks
// what weir puts around Boost's queues, on the assumption that they give each number out once. That assumption is not checked.
#include <weir/policies/queue/lockfree.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::lockfree<1>, verify::relacy>>, verify::queue_claims<queue::lockfree<2>>>(argc,
                                                                                                                                     argv);
}

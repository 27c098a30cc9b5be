// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

// weir::thread_pool. pool<>, its equal but for the queue, is checked by policies/queue/unbounded_verify.cpp.
int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<pool<queue::stealing, verify::relacy>>>(argc, argv); }

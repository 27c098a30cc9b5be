// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/awaiting_claims.hpp>

using namespace weir;

int main(int argc, char** argv) { return verify::run_claims<verify::awaiting_claims<light_pool<queue::none, verify::relacy>>>(argc, argv); }

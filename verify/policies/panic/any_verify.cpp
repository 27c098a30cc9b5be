// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/any.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

// panic::any where it is not the end of the program: with the choice that has a protocol.
int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<1>, panic::any_by<panic_choice::rethrow_at_wait>, verify::relacy>>>(
      argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/timed_unpark_is_never_lost.hpp>
#include <weir/verify/scenarios/unpark_is_never_lost.hpp>

using namespace weir;

namespace {

struct parking_claims {
  using list = verify::scenario_list<verify::scenarios::unpark_is_never_lost<parking::spin_then_park<2>, verify::relacy>,
                                     verify::scenarios::timed_unpark_is_never_lost<parking::spin_then_park<1>, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<parking::spin_then_park<1>, expiry::after_idle, verify::relacy>>, parking_claims>(
      argc, argv);
}

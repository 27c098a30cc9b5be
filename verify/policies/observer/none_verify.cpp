// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/observer_counts_each_event_once.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct observer_claims {
  using list = verify::scenario_list<verify::scenarios::observer_counts_each_event_once<observer::none, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<observer_claims, verify::pool_claims<pool<observer::none, expiry::after_idle, workers::lifo, verify::relacy>>>(
      argc, argv);
}

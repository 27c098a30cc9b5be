// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/deadline_keeps_its_contract.hpp>
#include <weir/verify/scenarios/one_leaves_per_period.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

using namespace weir;

namespace {

using judged = pool<queue::bounded<1>, expiry::one_per_period, verify::relacy>;

struct period_claims {
  using list = verify::scenario_list<verify::scenarios::one_leaves_per_period<judged>,
                                     verify::scenarios::deadline_keeps_its_contract<expiry::one_per_period, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<verify::pool_claims<judged>, period_claims>(argc, argv); }

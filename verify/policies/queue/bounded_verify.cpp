// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/queue_claims.hpp>
#include <weir/verify/support/run_time_limit.hpp>

#include <string>

using namespace weir;

namespace {

struct limit_of_1 {
  static inline const std::string text{"limit_of_1"};
};
struct limit_of_3 {
  static inline const std::string text{"limit_of_3"};
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::pool_claims<pool<queue::bounded<1>, verify::relacy>>, verify::queue_claims<queue::bounded<2>>,
                            verify::claims_under<limit_of_1, verify::pool_claims<pool<verify::run_time_limit<1>, verify::relacy>>>,
                            verify::claims_under<limit_of_3, verify::queue_claims<verify::run_time_limit<3>>>>(argc, argv);
}

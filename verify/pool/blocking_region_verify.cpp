// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/region_claims.hpp>

using namespace weir;

namespace {

struct hands_over {
  static constexpr const char* text = "hands_over";
  using pool = weir::pool<queue::none, verify::relacy>;
};
struct may_be_full {
  static constexpr const char* text = "may_be_full";
  using pool = weir::pool<queue::bounded<1>, verify::relacy>;
};
struct grows_late {
  static constexpr const char* text = "grows_late";
  using pool = weir::pool<growth::on_backlog<3>, expiry::after_idle, verify::relacy>;
};

template <class Named>
using claims = verify::claims_under<Named, verify::region_claims<typename Named::pool>>;

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<verify::region_claims<pool<verify::relacy>>, claims<hands_over>, claims<may_be_full>, claims<grows_late>>(argc,
                                                                                                                                      argv);
}

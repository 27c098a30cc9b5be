// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/pool/suspending.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

template <class... Policies>
using suspends = verify::pool_claims<verify::suspending<pool<Policies..., panic::ignore, verify::relacy>>>;

struct bounded {
  static constexpr const char* text = "bounded";
  using claims = suspends<queue::bounded<1>>;
};
struct leaves {
  static constexpr const char* text = "leaves";
  using claims = suspends<queue::none, workers::none>;
};
struct hands_over {
  static constexpr const char* text = "hands_over";
  using claims = suspends<queue::none, growth::prestart, wake::exact>;
};
struct keyed {
  static constexpr const char* text = "keyed";
  using claims = suspends<queue::keyed>;
};

template <class... Pools>
int run(int argc, char** argv) {
  return verify::run_claims<verify::claims_under<Pools, typename Pools::claims>...>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<bounded, leaves, hands_over, keyed>(argc, argv); }

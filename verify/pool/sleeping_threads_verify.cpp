// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
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
using sleeps = verify::pool_claims<verify::suspending<pool<Policies..., panic::ignore, verify::relacy>, verify::by_sleeping>>;

struct expires {
  static constexpr const char* text = "expires";
  using claims = sleeps<queue::bounded<2>, expiry::after_idle>;
};
struct leaves {
  static constexpr const char* text = "leaves";
  using claims = sleeps<queue::unbounded_by<2>, workers::none>;
};
struct hands_over {
  static constexpr const char* text = "hands_over";
  using claims = sleeps<queue::none, growth::prestart, wake::exact>;
};

template <class... Pools>
int run(int argc, char** argv) {
  return verify::run_claims<verify::claims_under<Pools, typename Pools::claims>...>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<expires, leaves, hands_over>(argc, argv); }

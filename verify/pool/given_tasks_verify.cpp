// SPDX-License-Identifier: Apache-2.0
// Pools that hand over and keep idle workers: some of these have been given a task and are not woken yet.
#include <weir/light_pool.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct stays {
  static constexpr const char* text = "stays";
  using pool = weir::pool<queue::none, panic::ignore, verify::relacy>;
};
struct leaves {
  static constexpr const char* text = "leaves";
  using pool = weir::pool<queue::none, expiry::after_idle, panic::ignore, verify::relacy>;
};
struct light {
  static constexpr const char* text = "light";
  using pool = light_pool<queue::none, expiry::after_idle, panic::ignore, verify::relacy>;
};

template <class... Pools>
int run(int argc, char** argv) {
  return verify::run_claims<verify::claims_under<Pools, verify::pool_claims<typename Pools::pool>>...>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<stays, leaves, light>(argc, argv); }

// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/share_claims.hpp>

using namespace weir;

namespace {

struct may_be_full {
  static constexpr const char* text = "may_be_full";
  using pool = weir::pool<queue::bounded<1>, blocking::reject, verify::relacy>;
};

template <class Small>
int run(int argc, char** argv) {
  return verify::run_claims<verify::share_claims<pool<verify::relacy>>,
                            verify::claims_under<Small, verify::share_claims<typename Small::pool>>>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<may_be_full>(argc, argv); }

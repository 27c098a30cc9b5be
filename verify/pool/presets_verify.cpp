// SPDX-License-Identifier: Apache-2.0
// The presets of include/weir/presets, as they ship but for the platform, and for rooms and rings as small as the scenarios.
#include <weir/presets/bounded.hpp>
#include <weir/presets/cached.hpp>
#include <weir/presets/fixed.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

using namespace weir;

namespace {

struct bounded {
  static constexpr const char* text = "bounded";
  using pool = presets::bounded<2, verify::relacy>;
};
struct cached {
  static constexpr const char* text = "cached";
  using pool = presets::cached<verify::relacy>;
};
struct fixed {
  static constexpr const char* text = "fixed";
  using pool = presets::fixed<verify::relacy>;
};

template <class... Presets>
int run(int argc, char** argv) {
  return verify::run_claims<verify::claims_under<Presets, verify::pool_claims<typename Presets::pool>>...>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<bounded, cached, fixed>(argc, argv); }

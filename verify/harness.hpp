// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_HARNESS_HPP
#define WEIR_VERIFY_HARNESS_HPP

#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/policy_claims.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/probes.hpp>

#include <deque>
#include <string>
#include <type_traits>
#include <vector>

namespace weir::verify {

/// All that is claimed of a pool that a user names, a template over the platform.
template <template <class> class Pool>
class entry {
  using pool = hearing<Pool<relacy>>;
  static_assert(std::is_same_v<typename pool::platform_type, relacy>,
                "weir: the pool must be a template over its platform: template <class P> using pool = weir::pool<..., P>;");
  template <bool InOrder>
  using claims = all_claims<policy_claims<pool, InOrder>, pool_claims<pool>>;  // what is wrong with a policy by itself is said first
  static bool in_order() { return first_in_first_out<Pool<platform::native>>(); }

 public:
  static int run(int argc, char** argv) { return in_order() ? claims<true>::run(argc, argv) : claims<false>::run(argc, argv); }
  static std::vector<checker::host> hosts() { return in_order() ? claims<true>::hosts() : claims<false>::hosts(); }
};

/// The main function of a program that model-checks a pool type: `return weir::verify::verify<my::pool>(argc, argv);`, where my::pool is
/// a template over the platform, `template <class P> using pool = weir::pool<..., P>;`. Says which scenarios do not apply and why, runs
/// the others, and returns 0 only if all passed. --help says what it can be asked; --mutate-sites asks whether the scenarios would notice.
/// With several pools, the scenarios of the first are called `1.NAME` and so on, and what does not apply is not said.
template <template <class> class Pool, template <class> class... More>
int verify(int argc, char** argv) {
  if constexpr (sizeof...(More) == 0) {
    return entry<Pool>::run(argc, argv);
  } else {
    std::deque<std::string> names;
    std::vector<checker::host> all;
    int number = 0;
    for (auto& of_a_pool : {entry<Pool>::hosts(), entry<More>::hosts()...}) {
      ++number;
      for (checker::host h : of_a_pool) {
        h.name = names.emplace_back(std::to_string(number) + "." + h.name).c_str();
        all.push_back(h);
      }
    }
    return checker::run_hosts(all, {}, argc, argv);
  }
}

}  // namespace weir::verify

#endif

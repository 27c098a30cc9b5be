// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_CLAIMS_UNDER_HPP
#define WEIR_VERIFY_POOL_CLAIMS_UNDER_HPP

#include <weir/verify/scenarios/scenario_list.hpp>

#include <string>

namespace weir::verify {

/// A scenario under a longer name, for programs that have it for several pools: `ants.post_vs_stop`.
template <class Name, class Scenario>
struct scenario_under : Scenario {
  static inline const std::string name = std::string(Name::text) + '.' + std::string(name_of<Scenario>());
};

template <class Name, class Sets>
struct sets_under;
template <class Name, class... Run, class LeftOut>
struct sets_under<Name, scenario_sets<types<Run...>, LeftOut>> {
  using list = scenario_list<scenario_under<Name, Run>...>;
};

/// The scenarios of some claims that are run, each under `Name::text`; what is left out is told by the harnesses of the policies.
template <class Name, class Claims>
using claims_under = sets_under<Name, typename Claims::list>;

}  // namespace weir::verify

#endif

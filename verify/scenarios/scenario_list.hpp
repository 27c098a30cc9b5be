// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCENARIO_LIST_HPP
#define WEIR_VERIFY_SCENARIOS_SCENARIO_LIST_HPP

#include <weir/verify/scenarios/why_not.hpp>
#include <weir/verify/support/run_scenarios.hpp>
#include <weir/verify/support/scenario.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weir::verify {

template <class...>
struct types {};

/// Scenarios that one program runs, and those that it leaves out since they make no sense for this type; put together with `+`.
template <class Run, class LeftOut>
struct scenario_sets;

template <class... Run, class... LeftOut>
struct scenario_sets<types<Run...>, types<LeftOut...>> {
  static constexpr bool has_a_reason_for_each = (explains(type_name_of<LeftOut>()) && ...);

  /// Those that are run.
  static std::vector<checker::host> hosts() { return {checker::host_of<Run>()...}; }

  /// The main function of a harness.
  static int run(int argc, char** argv) {
    static_assert(sizeof...(Run) != 0, "weir: a program of scenarios without a scenario proves nothing");
    return checker::run_hosts({checker::host_of<Run>()...}, {left_out(type_name_of<LeftOut>())...}, argc, argv);
  }

 private:
  static checker::left_out left_out(std::string_view name) { return {std::string(name), why_not(name)}; }
};

template <class... Scenarios>
using scenario_list = scenario_sets<types<Scenarios...>, types<>>;

template <bool Applies, class... Scenarios>
using scenarios_if = std::conditional_t<Applies, scenario_list<Scenarios...>, scenario_sets<types<>, types<Scenarios...>>>;

template <class... A, class... X, class... B, class... Y>
scenario_sets<types<A..., B...>, types<X..., Y...>> operator+(scenario_sets<types<A...>, types<X...>>,
                                                              scenario_sets<types<B...>, types<Y...>>);

/// All scenarios of some claims, as one list.
template <class... Claims>
using all_claims = decltype((scenario_list<>() + ... + typename Claims::list()));

/// `run_claims<pool_claims<my_pool>, queue_claims<my_queue>>(argc, argv)` runs what applies to both, and says what does not apply.
template <class... Claims>
int run_claims(int argc, char** argv) {
  return all_claims<Claims...>::run(argc, argv);
}

}  // namespace weir::verify

#endif

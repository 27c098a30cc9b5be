// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCENARIO_LIST_HPP
#define WEIR_VERIFY_SCENARIOS_SCENARIO_LIST_HPP

#include <weir/verify/support/verdict.hpp>

#include <type_traits>

namespace weir::verify {

/// Scenarios that one program runs; lists are put together with `+`.
template <class... Scenarios>
struct scenario_list {
  /// The main function of a harness.
  static int run(int argc, char** argv) { return run_scenarios<Scenarios...>(argc, argv); }
};

template <class... A, class... B>
scenario_list<A..., B...> operator+(scenario_list<A...>, scenario_list<B...>);

template <bool Applies, class... Scenarios>
using scenarios_if = std::conditional_t<Applies, scenario_list<Scenarios...>, scenario_list<>>;

/// `run_claims<pool_claims<my_pool>, queue_claims<my_queue>>(argc, argv)` runs what applies to both.
template <class... Claims>
int run_claims(int argc, char** argv) {
  return decltype((scenario_list<>() + ... + typename Claims::list()))::run(argc, argv);
}

}  // namespace weir::verify

#endif

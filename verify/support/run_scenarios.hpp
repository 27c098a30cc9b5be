// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_RUN_SCENARIOS_HPP
#define WEIR_VERIFY_SUPPORT_RUN_SCENARIOS_HPP

#include <weir/verify/relacy/hosted.hpp>

#include <string>
#include <vector>

namespace weir::verify {
namespace checker {

/// A scenario that makes no sense for what the program is about, and why.
struct left_out {
  std::string name;
  const char* why;
};

/// Runs the scenarios that the command line asks for. It is defined in verdict.hpp, as is what `host::run` points to: a program
/// includes verdict.hpp, or is linked with checker.cpp, which has compiled both for all programs.
int run_hosts(const std::vector<host>& all, const std::vector<left_out>& others, int argc, char** argv);

}  // namespace checker

/// The main function of a program of scenarios: `return weir::verify::run_scenarios<A, B, C>(argc, argv);`. Runs all of
/// them, or what the command line asks for (--help); 0 only if every one of them passed.
template <class... Scenarios>
int run_scenarios(int argc, char** argv) {
  static_assert(sizeof...(Scenarios) != 0, "weir: a program of scenarios without a scenario proves nothing");
  return checker::run_hosts({checker::host_of<Scenarios>()...}, {}, argc, argv);
}

}  // namespace weir::verify

#endif

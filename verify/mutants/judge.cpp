// SPDX-License-Identifier: Apache-2.0
// The part of a mutant's program that no mutant changes: what reads the arguments, runs the scenario under every scheduler and reports.
#include <weir/verify/support/verdict.hpp>

int judge(const weir::verify::checker::host& scenario, int argc, char** argv) {
  return weir::verify::checker::run_hosts({scenario}, weir::verify::checker::arguments(argc, argv));
}

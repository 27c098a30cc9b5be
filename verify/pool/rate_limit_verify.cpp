// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/turns_are_taken_once.hpp>
#include <weir/verify/support/run_scenarios.hpp>

int main(int argc, char** argv) {
  return weir::verify::run_scenarios<weir::verify::scenarios::turns_are_taken_once<weir::verify::relacy>>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/lockers_vs_unlock.hpp>
#include <weir/verify/scenarios/sleepers_vs_notifications.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir;

int main(int argc, char** argv) {
  return verify::run_scenarios<verify::scenarios::lockers_vs_unlock<verify::relacy>,
                               verify::scenarios::sleepers_vs_notifications<verify::relacy>>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/deadline_vs_notification.hpp>
#include <weir/verify/scenarios/lockers_vs_unlock.hpp>
#include <weir/verify/scenarios/sleepers_vs_notifications.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir;

int main(int argc, char** argv) {
  using verify::relacy;
  return verify::run_scenarios<verify::scenarios::lockers_vs_unlock<relacy>, verify::scenarios::sleepers_vs_notifications<relacy>,
                               verify::scenarios::deadline_vs_notification<relacy, false>,
                               verify::scenarios::deadline_vs_notification<relacy, true>>(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/cancel_vs_its_turn.hpp>
#include <weir/verify/scenarios/cancel_vs_stop.hpp>
#include <weir/verify/scenarios/helper_vs_its_turn.hpp>
#include <weir/verify/scenarios/ticket_vs_helper_vs_canceller.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir;
using namespace weir::verify;

int main(int argc, char** argv) {
  return run_scenarios<scenarios::cancel_vs_its_turn<pool<relacy>>, scenarios::cancel_vs_stop<pool<relacy>>,
                       scenarios::cancel_vs_stop<pool<relacy>, 1>, scenarios::helper_vs_its_turn<pool<relacy>>,
                       scenarios::ticket_vs_helper_vs_canceller<relacy>>(argc, argv);
}

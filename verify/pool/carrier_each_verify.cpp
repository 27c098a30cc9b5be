// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/awaited_future_vs_outcome.hpp>
#include <weir/verify/scenarios/channel_close_vs_waiters.hpp>
#include <weir/verify/scenarios/deadline_vs_answer.hpp>
#include <weir/verify/scenarios/item_vs_call_off.hpp>
#include <weir/verify/scenarios/lock_is_handed_on.hpp>
#include <weir/verify/scenarios/permit_vs_call_off.hpp>
#include <weir/verify/scenarios/select_vs_two_answers.hpp>
#include <weir/verify/scenarios/sleep_vs_call_off.hpp>
#include <weir/verify/support/carrier_each.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir::verify;

using pool = carrier_each<relacy>;

int main(int argc, char** argv) {
  return run_scenarios<scenarios::awaited_future_vs_outcome<pool>, scenarios::channel_close_vs_waiters<pool>,
                       scenarios::deadline_vs_answer<pool>, scenarios::item_vs_call_off<pool>, scenarios::lock_is_handed_on<pool>,
                       scenarios::permit_vs_call_off<pool>, scenarios::select_vs_two_answers<pool>, scenarios::sleep_vs_call_off<pool>>(
      argc, argv);
}

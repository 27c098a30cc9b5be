// SPDX-License-Identifier: Apache-2.0
// The pools of docs/which_pool.md.
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include <chrono>

int main() {
  weir::pool<weir::queue::bounded<1000>, weir::blocking::wait, weir::expiry::after_idle> waits{{.capacity = 16}};
  weir::pool<weir::queue::bounded<1000>, weir::blocking::reject, weir::expiry::after_idle> refuses{{.capacity = 16}};
  weir::pool<weir::queue::bounded<1000>, weir::blocking::caller_runs> callers_help{{.capacity = 16}};
  weir::pool<weir::queue::none, weir::expiry::after_idle> connections{{.capacity = 1000, .idle_after = std::chrono::seconds(10)}};

  int sum = 0;
  sum += waits.run([] { return 1; });
  sum += refuses.run([] { return 1; });
  sum += callers_help.run([] { return 1; });
  sum += connections.run([] { return 1; });
  return sum == 4 ? 0 : 1;
}

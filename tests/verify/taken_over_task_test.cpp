// SPDX-License-Identifier: Apache-2.0
// Two workers that find nothing do not take a task over from each other for ever: a search by graphs of this pool found that they did, in an execution
// in which they take turns at its lock.
#include "tests/verify/relacy_expect.hpp"

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/scenarios/hooks_are_paired.hpp>
#include <weir/verify/support/run_by_graphs.hpp>

namespace {

using namespace weir::verify;

using two_workers = scenarios::hooks_are_paired<weir::pool<weir::queue::bounded<1>, weir::expiry::after_idle, weir::panic::ignore, relacy>>;

}  // namespace

int main() {
  checker::request q;
  q.kind = checker::request::scheduler::graphs;
  q.executions = 8'000;
  const checker::outcome o = checker::run_by_graphs(checker::host_of<two_workers>(), q);
  expect::that(!o.failed && o.executions + o.blocked >= q.executions, "the task that one of two workers was given is run: " + o.reason);
  return expect::failures == 0 ? 0 : 1;
}

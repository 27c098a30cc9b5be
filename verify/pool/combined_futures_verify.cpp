// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/continuation_vs_outcome.hpp>
#include <weir/verify/scenarios/continuation_vs_the_end.hpp>
#include <weir/verify/scenarios/continuations_vs_shared_outcome.hpp>
#include <weir/verify/scenarios/joined_futures_vs_parts.hpp>
#include <weir/verify/scenarios/shared_future_vs_readers.hpp>
#include <weir/verify/support/run_scenarios.hpp>
#include <weir/verify/support/thread_each.hpp>

using namespace weir;
using namespace weir::verify;
using scenarios::posts_to;

struct continuations_without_a_pool : scenarios::continuations_vs_shared_outcome<thread_each<relacy>> {
  static constexpr const char* name = "continuations_without_a_pool";
  static constexpr int spawned = 2;
};
struct of_a_multi_pool : scenarios::continuation_vs_the_end<multi_pool<pool<relacy>>> {
  static constexpr const char* name = "continuation_of_a_multi_pool_vs_the_end";
};

int main(int argc, char** argv) {
  return run_scenarios<scenarios::joined_futures_vs_parts<relacy>, scenarios::shared_future_vs_readers<relacy>,
                       scenarios::continuation_vs_outcome<pool<relacy>>, scenarios::continuations_vs_shared_outcome<pool<relacy>>,
                       continuations_without_a_pool, scenarios::continuation_vs_the_end<pool<relacy>>,
                       scenarios::continuation_vs_the_end<pool<relacy>, posts_to::any>,
                       scenarios::continuation_vs_the_end<pool<relacy>, posts_to::share>, of_a_multi_pool>(argc, argv);
}

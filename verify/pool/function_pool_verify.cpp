// SPDX-License-Identifier: Apache-2.0
// Results of a function_pool, of functions and of functions that make coroutines, on threads and light workers.
#include <weir/agents/light.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/results_of_arguments_arrive.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir;

namespace {

template <template <class> class Function, class... Policies>
using arrive = verify::scenarios::results_of_arguments_arrive<verify::relacy, Function, Policies...>;
using verify::scenarios::notes_its_call;
using verify::scenarios::notes_its_turn;

}  // namespace

int main(int argc, char** argv) {
  return verify::run_scenarios<arrive<notes_its_call>, arrive<notes_its_call, queue::bounded<1>>, arrive<notes_its_call, queue::none>,
                               arrive<notes_its_turn>, arrive<notes_its_turn, queue::bounded<1>>,
                               arrive<notes_its_turn, queue::bounded<1>, agents::light>>(argc, argv);
}

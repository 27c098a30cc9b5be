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

using verify::scenarios::notes_its_call;
using verify::scenarios::notes_its_turn;

template <template <class> class Function, class... Policies>
using arrive = verify::scenarios::results_of_arguments_arrive<verify::relacy, Function, Policies...>;

struct calls : arrive<notes_its_call> {
  static constexpr const char* name = "results_of_arguments_arrive";
};
struct calls_of_a_bounded_queue : arrive<notes_its_call, queue::bounded<1>> {
  static constexpr const char* name = "results_of_arguments_arrive_at_a_bounded_queue";
};
struct calls_handed_over : arrive<notes_its_call, queue::none> {
  static constexpr const char* name = "results_of_arguments_arrive_hand_to_hand";
};
struct turns : arrive<notes_its_turn> {
  static constexpr const char* name = "results_of_arguments_arrive_of_coroutines";
};
struct turns_of_light_workers : arrive<notes_its_turn, queue::bounded<1>, agents::light> {
  static constexpr const char* name = "results_of_arguments_arrive_of_light_coroutines";
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_scenarios<calls, calls_of_a_bounded_queue, calls_handed_over, turns, turns_of_light_workers>(argc, argv);
}

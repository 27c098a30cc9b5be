// SPDX-License-Identifier: Apache-2.0
// Queues with a mistake each are told from their model, in few calls. Beside them: the same without a mistake, and what a queue policy may do.
#include "tests/verify/broken/unlike_model.hpp"
#include "tests/verify/relacy_expect.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/verify/model.hpp>
#include <weir/verify/model/queue_models.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace {

using namespace weir;
using namespace expect;
using broken::unlike;

/// Two places behind a lock, no allowances.
struct model : verify::bounded_fifo_model<2> {
  static constexpr bool strict = true;
};
/// With those of a queue policy.
using loose_model = verify::bounded_fifo_model<2>;

template <class Queue, class Model>
int program(int argc, char** argv) {
  return verify::verify_models<verify::held_to<Queue, Model>>(argc, argv);
}

/// It is found, in at most so many calls, and what is printed to repeat it does.
template <unlike Mistake, class Model = model>
void found(const char* what, int most, const std::string& words = "there is no order of these calls") {
  using queue = broken::plain_queue<Mistake>;
  const std::string out = output_of(1, &program<queue, Model>, {"--executions=30"});
  const std::string scenario = between(out, "--scenario=", " ");
  const int calls = std::atoi(between(out, ", in ", " calls").c_str());
  that(calls != 0 && calls <= most,
       std::string(what) + " is found in " + std::to_string(calls) + " calls, at most " + std::to_string(most));
  that(out.find(words) != out.npos, std::string(what) + ": the result says '" + words + "'");
  that(out.find("\n  thread 0") != out.npos, std::string(what) + ": a table has the calls");
  const std::string with = between(out, "--scenario=" + scenario + " ", "\n");
  const std::size_t space = with.find(' ');
  const std::string scheduler = with.substr(0, space), rest = with.substr(space + 1);
  const std::string first = rest.substr(0, rest.find(' ')), second = rest.substr(rest.rfind(' ') + 1);
  const std::string named = "--scenario=" + scenario;
  if (first == second)
    output_of(1, &program<queue, Model>, {named.c_str(), scheduler.c_str(), first.c_str()});
  else
    output_of(1, &program<queue, Model>, {named.c_str(), scheduler.c_str(), first.c_str(), second.c_str()});
}

void sound_queues_are_not_refused() {
  using plain = broken::plain_queue<unlike::nothing>;
  that(output_of(0, &program<plain, model>, {"--executions=60"}).find("1 of 1 queues") != std::string::npos,
       "a queue under a lock is its model");
  output_of(0, &program<plain, loose_model>, {"--executions=20", "--seed=7"});
  output_of(0, &program<plain, model>, {"--scenario=plain_queue@push:", "--executions=5"});
  output_of(0, &program<queue::bounded<2>, loose_model>, {"--executions=20", "--seed=7"});
}

/// What a queue policy may do and a step under a lock may not: a take finds nothing while a push ahead is incomplete.
void allowances_are_needed() {
  const std::string out = output_of(1, &program<queue::bounded<2>, model>, {"--executions=100"});
  that(out.find("nothing") != out.npos, "bounded<2> is not one step: a take finds nothing while others push or take");
}

/// Happens-before, not the scheduler's time: a take that sees an old counter is right as long as no thread has told of the push.
void old_values_are_allowed() {
  using relaxed = broken::plain_queue<unlike::relaxed_flag>;
  output_of(0, &program<relaxed, loose_model>, {"--scenario=plain_queue@push/pop", "--executions=500"});
  output_of(0, &program<relaxed, loose_model>, {"--scenario=plain_queue@push/pop", "--executions=0", "--scheduler=graphs"});
}

void what_cannot_be_done_is_refused() {
  using plain = broken::plain_queue<unlike::nothing>;
  output_of(2, &program<plain, model>, {"--scenario=plain_queue@push/steal"});
  output_of(2, &program<plain, model>, {"--scenario=other"});
  output_of(2, &program<plain, model>, {"--mutate-sites"});
  output_of(2, &program<plain, model>, {"--scenario=plain_queue@empty/push"});
  const std::string out = output_of(0, &program<plain, model>, {"--list"});
  that(out == "plain_queue\n", "--list names the queue");
}

}  // namespace

int main() {
  checker::heartbeat::period = 0;
  sound_queues_are_not_refused();
  allowances_are_needed();
  old_values_are_allowed();
  what_cannot_be_done_is_refused();
  found<unlike::newest_first>("a stack", 3);
  found<unlike::taken_twice>("an item that is taken twice", 4, "an item is taken once");
  found<unlike::lost>("an item that is lost", 3);
  found<unlike::full_too_soon>("a queue that is full too soon", 3);
  found<unlike::full_too_soon, loose_model>("a queue that is full too soon, with allowances", 3);
  found<unlike::more_than_it_holds>("a queue that holds too much", 4);
  found<unlike::closed_beside>("a flag beside the queue", 4);
  found<unlike::forgets_to_close>("a close that closes nothing", 3);
  found<unlike::takes_what_it_refuses>("an item that is taken and refused", 4, "one that is refused leaves it as it was");
  found<unlike::other_size>("another size", 3);
  found<unlike::hides_from_ready>("an item that ready() does not see", 2, "ready()");
  found<unlike::keeps_one>("an item that stays", 2, "ready()");
  return exit_code();
}

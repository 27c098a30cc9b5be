// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_RUN_HPP
#define WEIR_VERIFY_GRAPHS_RUN_HPP

#include <weir/verify/graphs/clock.hpp>
#include <weir/verify/graphs/exploration.hpp>
#include <weir/verify/graphs/replay.hpp>
#include <weir/verify/support/scenario.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace weir::verify::execution {

/// What came of all executions of a scenario.
struct outcome {
  std::uint64_t graphs = 0;   ///< in which every thread has ended
  std::uint64_t blocked = 0;  ///< in which a thread waits that the newest value would let go on; another graph has what it does then
  bool ended = false;         ///< these are all
  std::string fault;          ///< of the last, if the scenario fails
};

/// The limits of an execution that has this luck, and in which so many weak exchanges fail for no reason.
inline limits limits_of(const budgets& b, unsigned weak) { return {~0U, b.timeouts, b.spurious, b.spawn_faults, weak}; }

/// What a search has found when it comes to an execution of a scenario in which no loop may wait, or any may.
inline fault fault_of(const replay& code, bool no_loop_waits) {
  if (code.found()) return code.found();
  if (code.complete()) return the_arena.leaked() ? fault{fault::kind::leak, the_arena.leak(), {"", "", 0}, 0} : fault{};
  if (code.stuck()) return {fault::kind::deadlock, "threads wait, and no thread can go on", {"", "", 0}, 0};
  return no_loop_waits ? code.of_waiting() : fault{};
}

/// Runs a scenario (see support/scenario.hpp) over every execution that RC11 allows, or until one fails or there were `most`. In each, at most
/// `weak` compare_exchange_weak fail for no reason. `Identical` is false if threads that the scenario calls identical are not to be searched as such. Its
/// constructor, before(), finish() and after() run in thread 0, which starts the others between and waits for them.
template <class Scenario, bool Identical = true>
outcome run_every_execution(std::uint64_t most, unsigned weak = 1) {
  struct part {
    Scenario* scenario;
    unsigned index;
  };
  const auto main = [](void*) {
    constexpr platform::where here{"run.hpp", "run_every_execution", 0};
    Scenario s;
    if constexpr (requires { s.before(); }) s.before();
    {
      std::array<part, Scenario::threads> parts;  // on the stack: an execution that fails is not unwound
      std::array<unsigned, Scenario::threads> started;
      for (unsigned i = 0; i != parts.size(); ++i) {
        parts[i] = {&s, i};
        started[i] = the_replay->start(
            [](void* mine) {
              const part& p = *static_cast<part*>(mine);
              p.scenario->thread(p.index);
            },
            &parts[i], here);
      }
      if constexpr (requires { Scenario::identical; } && Identical)
        the_replay->identical(started[Scenario::identical.first], started[Scenario::identical.second]);
      for (const unsigned t : started) the_replay->join(t, here);
    }
    if constexpr (requires { s.finish(); }) s.finish();
    if constexpr (requires { s.after(); }) s.after();
  };
  the_luck = budget_of<Scenario>();
  replay code(main, nullptr, the_luck.timeouts);
  the_replay = &code;
  exploration search(code, limits_of(the_luck, weak));
  outcome o;
  while (o.graphs + o.blocked != most) {
    if (!search.next()) {
      o.ended = true;
      break;
    }
    if (const fault f = fault_of(code, no_loop_waits_of<Scenario>())) {
      o.fault = f.reason +
                (f.at.line == 0 ? "" : " (thread " + std::to_string(f.thread) + ", " + f.at.file + ":" + std::to_string(f.at.line) + ")");
      if (f.what == fault::kind::deadlock) o.fault = "deadlock: " + o.fault;
      break;
    }
    ++(code.complete() ? o.graphs : o.blocked);
  }
  the_replay = nullptr;
  return o;
}

}  // namespace weir::verify::execution

#endif

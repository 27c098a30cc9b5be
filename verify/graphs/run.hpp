// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_RUN_HPP
#define WEIR_VERIFY_GRAPHS_RUN_HPP

#include <weir/verify/graphs/exploration.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::verify::execution {

/// What came of all executions of a scenario.
struct outcome {
  std::uint64_t graphs = 0;   ///< in which every thread has ended
  std::uint64_t blocked = 0;  ///< in which a thread waits that has not seen the newest value; another graph has what it does then
  bool ended = false;         ///< these are all
  std::string fault;          ///< of the last, if the scenario fails
};

/// Runs a scenario (see support/scenario.hpp) over every execution that RC11 allows, or until one fails or there were `most`. Its
/// constructor, before(), finish() and after() run in thread 0, which starts the others between and waits for them.
template <class Scenario>
outcome run_every_execution(std::uint64_t most) {
  struct part {
    Scenario* scenario;
    unsigned index;
  };
  const auto main = [](void*) {
    Scenario s;
    if constexpr (requires { s.before(); }) s.before();
    std::vector<part> parts;
    for (unsigned i = 0; i != static_cast<unsigned>(Scenario::threads); ++i) parts.push_back({&s, i});
    std::vector<unsigned> started;
    for (part& p : parts)
      started.push_back(the_replay->start(
          [](void* mine) {
            const part& p = *static_cast<part*>(mine);
            p.scenario->thread(p.index);
          },
          &p));
    for (const unsigned t : started) the_replay->join(t);
    if constexpr (requires { s.finish(); }) s.finish();
    if constexpr (requires { s.after(); }) s.after();
  };
  replay code(main, nullptr);
  the_replay = &code;
  exploration search(code);
  outcome o;
  while (o.graphs + o.blocked != most && o.fault.empty()) {
    if (!search.next()) {
      o.ended = true;
      break;
    }
    o.fault = code.fault();
    if (!o.fault.empty()) break;
    if (code.complete())
      ++o.graphs;
    else if (code.stuck())
      o.fault = "deadlock: threads wait, and no thread can go on";
    else
      ++o.blocked;
  }
  the_replay = nullptr;
  return o;
}

}  // namespace weir::verify::execution

#endif

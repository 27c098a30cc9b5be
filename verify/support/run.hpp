// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_RUN_HPP
#define WEIR_VERIFY_SUPPORT_RUN_HPP

#include <weir/verify/relacy/scheduler.hpp>
#include <weir/verify/support/crash.hpp>
#include <weir/verify/support/history.hpp>
#include <weir/verify/support/option_value.hpp>
#include <weir/verify/support/priorities.hpp>
#include <weir/verify/support/request.hpp>
#include <weir/verify/support/search_probe.hpp>
#include <weir/verify/support/search_strategy.hpp>
#include <weir/verify/support/selective_walk.hpp>
#include <weir/verify/support/step.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// What came of it.
struct outcome {
  bool failed = false;
  bool deterministic = true;  ///< the failing execution, repeated, failed in the same way
  bool exhausted = false;     ///< the search ended by itself
  bool limited = false;       ///< and its bounds left something out
  std::uint64_t executions = 0;
  std::uint64_t distinct = 0;  ///< schedules, approximately
  double seconds = 0;
  std::uint64_t failing = 0;  ///< number of the failing execution
  std::size_t decisions = 0;  ///< search: of the longest execution
  rl::test_result_e result = rl::test_result_success;
  std::string reason;
  std::string replay;   ///< arguments that repeat the failing execution
  std::string strayed;  ///< why the path that was to be followed is not of this program; empty: it is
  std::string listing;  ///< its history, as Relacy prints it
  std::vector<step> steps;  ///< or as the search by graphs has it
  std::uint64_t blocked = 0;  ///< graphs: executions in which a thread waits that another execution lets go on
  double estimate = 0;        ///< search and graphs: how many executions there may be, if they did not end
  double estimate_error = 0;
  bool not_identical = false; ///< graphs: two threads are not what the scenario says
  std::string left_out;       ///< why the search by graphs cannot run the scenario; empty: it can
};

/// Ends an execution that is not the one which the same decisions led to before.
[[noreturn]] inline void other_choices() {
  fail(rl::test_result_inconsistent_test_suite,
       "the same schedule offered other choices: a policy, or the scenario, depends on an address, a real clock, a random number or a "
       "static variable",
       where::current());
}

/// One run by `plan`, and nothing else: no replay, no output.
inline outcome run_by(strategy& plan, const host& scenario, const request& r) {
  session s;
  s.plan = &plan;
  s.scenario = &scenario;
  s.storage = std::aligned_alloc(scenario.alignment < 16 ? 16 : scenario.alignment, (scenario.size + 255) / 256 * 256);
  s.limits = scenario.budget;
  s.lean = !plan.random();
  s.most_executions = r.executions;
  s.most_seconds = r.seconds;

  rl::ostringstream listing;  // Relacy's own string type: it is written while the heap under test is still in place
  std::ostream nowhere(nullptr);
  rl::test_params params;
  params.output_stream = &listing;
  params.progress_stream = &nowhere;
  params.search_type = plan.random() ? rl::sched_random : rl::sched_full;
  params.execution_depth_limit = scenario.work.depth;
  params.collect_history = r.with_history;
  params.initial_state = rl::string(std::to_string(r.first).c_str()) + " ";

  outcome o;
  the_session = &s;
  o.result = scenario.run(params);
  the_session = nullptr;
  std::free(s.storage);

  o.failed = o.result != rl::test_result_success;
  o.executions = s.executions + (o.failed ? 1 : 0);
  o.exhausted = s.exhausted && !o.failed;
  o.distinct = s.schedules.estimate();
  o.seconds = s.pulse.elapsed();
  if (o.failed) {
    o.failing = params.stop_iteration;
    o.replay = plan.describe();
    o.reason = o.result == rl::test_result_memory_leak ? leak_note : the_world.reason;
    o.listing.assign(listing.str().data(), listing.str().size());
  }
  return o;
}

/// One run, and nothing else.
inline outcome run(const host& scenario, const request& r) {
  std::unique_ptr<strategy> plan;
  switch (r.kind) {
    case request::scheduler::surw: plan = std::make_unique<selective_walk>(r.seed, r.learnt); break;
    case request::scheduler::pct3: plan = std::make_unique<priorities>(3U, r.seed, r.learnt); break;
    case request::scheduler::search: {
      bounded_search search(r.bound, r.oddities, &other_choices, r.part);
      if (r.follow) search.follow(path_of(r.path).value());
      outcome o = run_by(search, scenario, r);
      o.limited = search.limited();
      o.deterministic = !search.diverged();
      o.strayed = search.strayed();
      o.decisions = search.longest();
      return o;
    }
    case request::scheduler::graphs: std::abort();  // run_by_graphs is for it
  }
  return run_by(*plan, scenario, r);
}

/// Adds to what a search that did not end has found how many executions there are, by some more of them. One that fails is the search's failure.
inline void estimate(outcome& o, const host& scenario, const request& r) {
  request some = r;
  some.executions = 0;
  some.seconds = 0;
  const std::uint64_t probes = std::clamp<std::uint64_t>(o.executions / 20, 30, 1'000);
  search_probe probe(r.bound, r.oddities, &other_choices, probes, o.decisions, r.seed);
  outcome by_chance = run_by(probe, scenario, some);
  if (by_chance.failed) {
    by_chance.executions += o.executions;
    by_chance.seconds += o.seconds;
    o = by_chance;
  } else {
    o.estimate = probe.mean();
    o.estimate_error = probe.error();
  }
}

/// The same execution once more, with its history.
inline request repeat(const request& r, const outcome& o) {
  request again = r;
  again.first = o.failing;
  again.executions = 1;
  again.with_history = true;
  if (const std::size_t at = o.replay.find("--learnt="); at != std::string::npos) again.learnt = o.replay.substr(at + 9);
  if (r.kind == request::scheduler::search) {
    again.part = {};
    again.path = o.replay.substr(o.replay.find("--path=") + 7);
    again.follow = true;
    again.first = 1;
  }
  return again;
}

/// A run; if an execution fails, that one again, to have its history and to see whether it fails the same way. If a search does not end, how many
/// executions it has.
inline outcome run_and_replay(const host& scenario, const request& r) {
  outcome o = run(scenario, r);
  if (r.kind == request::scheduler::search && !o.failed && !o.exhausted && !r.follow && r.part.whole()) estimate(o, scenario, r);
  if (!o.failed) return o;
  const outcome again = run(scenario, repeat(r, o));
  o.deterministic = o.deterministic && again.result == o.result && again.reason == o.reason;
  o.listing = again.listing;
  return o;
}

}  // namespace weir::verify::checker

#endif

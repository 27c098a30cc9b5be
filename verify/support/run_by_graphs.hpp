// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_RUN_BY_GRAPHS_HPP
#define WEIR_VERIFY_SUPPORT_RUN_BY_GRAPHS_HPP

#include <weir/verify/engines/memory.hpp>
#include <weir/verify/graphs/run.hpp>
#include <weir/verify/support/graph_steps.hpp>
#include <weir/verify/support/run.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// A scenario as a program of the search by graphs.
class graph_run {
 public:
  graph_run(const host& scenario, const request& r)
      : scenario_(scenario),
        request_(r),
        storage_(std::aligned_alloc(scenario.alignment < 16 ? 16 : scenario.alignment, (scenario.size + 255) / 256 * 256)),
        code_(&graph_run::main, this, scenario.budget.timeouts) {
    execution::the_replay = &code_;
    execution::the_luck = scenario.budget;
    by_chance_.seed(r.seed, 1);
    the_world.last_calls[0] = '\0';
  }
  graph_run(const graph_run&) = delete;
  graph_run& operator=(const graph_run&) = delete;
  ~graph_run() {
    execution::the_replay = nullptr;
    std::free(storage_);
  }

  /// As far as the request says.
  outcome search() {
    outcome o;
    if (scenario_.outside_graphs != nullptr) o.left_out = scenario_.outside_graphs;
    execution::exploration all(code_, limits(), request_.part);
    heartbeat pulse;
    for (std::uint64_t walked = 1; o.left_out.empty(); ++walked) {
      if (!all.next()) {
        o.exhausted = true;
        break;
      }
      if (const execution::fault f = fault_of_this()) {
        if (is_beyond(f))
          o.left_out = f.reason;
        else
          fail(o, f, all.path());
        break;
      }
      if (all.counts()) ++(code_.complete() ? o.executions : o.blocked);
      if (request_.executions != 0 && o.executions + o.blocked >= request_.executions) break;
      if (walked % 64 == 0) pulse.beat(scenario_.name, o.executions, "executions");
      if (request_.seconds > 0 && pulse.elapsed() >= request_.seconds) break;
    }
    o.distinct = o.executions;
    o.seconds = pulse.elapsed();
    return o;
  }

  /// One execution, with its history.
  outcome repeat(const std::vector<unsigned>& path) {
    outcome o;
    code_.recording = true;
    execution::exploration one(code_, limits());
    if (!one.go_to(path)) {
      o.strayed = "this program does not offer its choices";
      return o;
    }
    if (const execution::fault f = fault_of_this()) {
      fail(o, f, path);
      o.steps = graph_steps(code_, one.execution(), f).all();
    } else {
      ++o.executions;
    }
    return o;
  }

  /// How many executions there may be: the mean of some estimates, each of so many ways by chance, and three of its standard errors to each side. A way
  /// that fails is a failure like any other.
  void estimate(outcome& o, std::size_t breadth, unsigned times) {
    execution::exploration some(code_, limits());
    double sum = 0, squares = 0;
    for (unsigned n = 0; n != times; ++n) {
      double ended = 0;
      some.go_many_ways(
          breadth, [this](unsigned most) { return by_chance_.below(most); },
          [&](double so_many, const std::vector<unsigned>& path) {
            if (code_.complete()) ended += so_many;
            const execution::fault f = fault_of_this();
            if (f && is_beyond(f))
              o.left_out = f.reason;
            else if (f)
              fail(o, f, path);
            return !f;
          });
      if (o.failed || !o.left_out.empty()) return;
      sum += ended;
      squares += ended * ended;
    }
    o.estimate = sum / times;
    o.estimate_error = 3 * std::sqrt(std::max(0.0, squares / times - o.estimate * o.estimate) / (times - 1));
  }
  /// The same in about so many seconds.
  void estimate_within(double seconds, outcome& o) {
    const heartbeat pulse;
    constexpr std::size_t few = 30;
    constexpr unsigned times = 4;
    estimate(o, few, 2);
    const double more = seconds / std::max(pulse.elapsed() * times / 2, 0.001);
    if (!o.failed && o.left_out.empty()) estimate(o, static_cast<std::size_t>(few * std::clamp(more, 1.0, 100.0)), times);
  }

 private:
  static void main(void* self) {
    graph_run& me = *static_cast<graph_run*>(self);
    const platform::where here{"scenario", me.scenario_.name, 0};
    hosted* const s = me.scenario_.make(me.storage_);
    s->before();
    struct part {
      hosted* scenario;
      unsigned index;
    };
    part parts[max_threads];
    unsigned started[max_threads];
    for (unsigned i = 0; i != static_cast<unsigned>(me.scenario_.threads); ++i) {
      parts[i] = {s, i};
      started[i] = execution::the_replay->start(
          [](void* mine) {
            const part& p = *static_cast<part*>(mine);
            p.scenario->thread(p.index);
          },
          &parts[i], here);
    }
    if (const auto both = me.scenario_.identical; both && me.request_.identical)
      execution::the_replay->identical(started[both->first], started[both->second]);
    for (unsigned i = 0; i != static_cast<unsigned>(me.scenario_.threads); ++i) execution::the_replay->join(started[i], here);
    s->finish();
    s->after();
    s->~hosted();
  }

  [[nodiscard]] execution::fault fault_of_this() const { return execution::fault_of(code_, scenario_.no_loop_waits); }
  [[nodiscard]] execution::limits limits() const {
    return execution::limits_of(scenario_.budget, static_cast<unsigned>(request_.oddities));
  }

  /// Not a failure of the program: it is too large. Nor is a loop that ends, but not soon, where the other schedulers are asked too.
  [[nodiscard]] bool is_beyond(const execution::fault& f) const {
    return f.what == execution::fault::kind::limits || (request_.if_few && f.what == execution::fault::kind::endless);
  }

  void fail(outcome& o, const execution::fault& f, const std::vector<unsigned>& path) const {
    using kind = execution::fault::kind;
    o.failed = true;
    ++o.executions;
    o.failing = o.executions;
    o.result = f.what == kind::race        ? rl::test_result_data_race
               : f.what == kind::destroyed ? rl::test_result_access_to_freed_memory
               : f.what == kind::deadlock  ? rl::test_result_deadlock
               : f.what == kind::endless   ? rl::test_result_livelock
               : f.what == kind::waits     ? rl::test_result_livelock
               : f.what == kind::leak      ? rl::test_result_memory_leak
               : f.what == kind::differs   ? rl::test_result_inconsistent_test_suite
                                           : rl::test_result_user_assert_failed;
    o.reason = f.reason;
    o.not_identical = f.what == kind::not_identical;
    const std::string first = !scenario_.identical ? "" : request_.identical ? "0" : "1";
    o.replay = "--path=" + first + (first.empty() || path.empty() ? "" : ".") + path_text(path);
  }

  const host& scenario_;
  const request& request_;
  void* storage_;
  engines::memory memory_;
  execution::replay code_;
  generator by_chance_;
};

/// One execution. The first choice of a scenario with identical threads is whether they are searched as such.
inline outcome repeated(const host& scenario, request r, std::vector<unsigned> path) {
  if (scenario.identical && !path.empty()) {
    r.identical = path.front() == 0;
    path.erase(path.begin());
  }
  return graph_run(scenario, r).repeat(path);
}

/// A run; if an execution fails, that one again, to have its history and to see whether it fails the same way. If it does not end, how many
/// executions there may be.
inline outcome run_by_graphs(const host& scenario, request r) {
  if (r.follow) return repeated(scenario, r, path_of(r.path).value());
  if (!r.part.whole()) r.identical = false;  // a process may find that they are not, and the others have to do the same
  outcome o = graph_run(scenario, r).search();
  if (!o.failed && !o.exhausted && o.left_out.empty()) {
    if (r.if_few)
      o.left_out = "not ended after " + std::to_string(o.executions + o.blocked) + " executions";
    else
      graph_run(scenario, r).estimate_within(std::clamp(o.seconds / 4, 2.0, 60.0), o);
  }
  if (o.not_identical) {
    r.identical = false;
    return run_by_graphs(scenario, r);
  }
  if (!o.failed) return o;
  const outcome again = repeated(scenario, r, path_of(o.replay.substr(7)).value());
  o.deterministic = again.result == o.result && again.reason == o.reason;
  o.steps = again.steps;
  return o;
}

}  // namespace weir::verify::checker

#endif

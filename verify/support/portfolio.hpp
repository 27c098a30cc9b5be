// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PORTFOLIO_HPP
#define WEIR_VERIFY_SUPPORT_PORTFOLIO_HPP

#include <weir/verify/relacy.hpp>
#include <weir/verify/support/arguments.hpp>
#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/history.hpp>
#include <weir/verify/support/pictures.hpp>
#include <weir/verify/support/report.hpp>
#include <weir/verify/support/run.hpp>
#include <weir/verify/support/run_by_graphs.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/timeline.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify {

/// Runs scenarios on the checking platform, under every scheduler, and says what came of it. No scheduler dominates,
/// so the portfolio is a random walk, random priorities, and a search with few preemptions, or of every execution where there are few; each run
/// prints one line.
class verdict {
 public:
  /// What happened to one scenario.
  struct result {
    std::string scenario;
    bool failed = false;  ///< an execution failed
    bool too_few = false;  ///< not as much was done as was promised
    std::uint64_t executions = 0;  ///< of all schedulers together
    std::vector<checker::outcome> outcomes;  ///< one per scheduler run
    [[nodiscard]] bool passed() const { return !failed && !too_few; }
  };

  verdict() = default;
  explicit verdict(checker::arguments a, std::FILE* out = stdout) : verdict(std::move(a), checker::share{}, out) {}
  /// As one of several processes that together do what one would.
  verdict(checker::arguments a, checker::share mine, std::FILE* out = stdout) : arguments_(std::move(a)), mine_(mine), out_(out) {}

  /// Runs scenario S as hard as it asks for, or as `work` says instead.
  template <class S>
  result run() {
    return run(checker::host_of<S>());
  }
  template <class S>
  result run(const effort& work) {
    checker::host h = checker::host_of<S>();
    h.work = work;
    return run(h);
  }

  result run(const checker::host& h) {
    const checker::crash_guard guard;
    result r{h.name, false, false, 0, {}};
    say("%s: %s\n", h.name, h.claim);
    if (arguments_.execution || arguments_.path) {
      one(r, h, replay_request());
    } else if (arguments_.scheduler == "graphs") {
      every_graph(r, h);
    } else {
      portfolio(r, h);
    }
    failures_ += r.passed() ? 0 : 1;
    std::fflush(out_);
    return r;
  }

  [[nodiscard]] int failures() const { return failures_; }
  /// Scenarios that the scheduler cannot run.
  [[nodiscard]] int left_out() const { return left_out_; }
  /// For main: 0 only if every scenario passed; 2 if the path to repeat is not of this program.
  [[nodiscard]] int exit_code() const { return failures_ != 0 ? 1 : strayed_ ? 2 : 0; }

 private:
  using scheduler = checker::request::scheduler;

  [[nodiscard]] bool wanted(scheduler s) const { return arguments_.scheduler.empty() || arguments_.scheduler == checker::name_of(s); }

  void portfolio(result& r, const checker::host& h) {
    const effort& work = h.work;
    std::uint64_t asked = 0;  // of all processes together
    std::uint64_t promised = 0;  // of this one
    const std::pair<scheduler, std::uint64_t> walks[] = {{scheduler::surw, work.surw}, {scheduler::pct3, work.pct3}};
    for (const auto& [kind, count] : walks) {
      const std::uint64_t n = arguments_.executions.value_or(count);
      if (!wanted(kind) || count == 0 || n == 0) continue;
      const checker::share::range mine = mine_.of(n, checker::walk_block);
      asked += n;
      promised += mine.count;
      if (mine.count == 0) continue;
      checker::request q;
      q.kind = kind;
      q.first = mine.first;
      q.executions = mine.count;
      if (!one(r, h, q)) return;
    }
    const std::uint64_t least = work.minimum == 0 || arguments_.executions ? std::max<std::uint64_t>(asked, 1) : work.minimum;
    const std::uint64_t left_to_search = least - std::min(least, asked);
    const std::uint64_t most = arguments_.executions.value_or(work.search);
    const int deepest = wanted(scheduler::search) ? arguments_.bound.value_or(work.bound) : -1;
    // Which executions come before a search is cut depends on all before them, and so does a number that it has to reach alone: then one
    // process has all of it.
    const checker::share part = deepest >= 0 && most == 0 && left_to_search <= 1 ? mine_ : checker::share{};
    const bool here = mine_.has(scenarios_++) || !part.whole();
    bool complete = here && deepest >= 0 && most != 0 && arguments_.scheduler.empty() && !arguments_.bound && few_graphs(r, h);
    if (r.failed) return;
    for (int bound = 0; here && bound <= deepest && !complete; ++bound) {
      if (deepest == any_number && bound == 4) bound = any_number;  // the first few end soon, and find most of what there is
      checker::request q;
      q.kind = scheduler::search;
      q.bound = bound == any_number ? -1 : bound;
      q.executions = most;
      q.part = part;
      if (!one(r, h, q)) return;
      const checker::outcome& o = r.outcomes.back();
      complete = o.exhausted && !o.limited && part.whole();  // no bound left anything out: a deeper one would see the same again
      if (!o.exhausted && work.exhaust) {
        r.too_few = true;
        say("  FAILED  the search was to be exhaustive, and was cut\n");
      }
    }
    const std::uint64_t spared = (asked - std::min(least, asked)) / mine_.total;
    const std::uint64_t minimum = promised - std::min(promised, spared) + (here && part.whole() ? left_to_search : 0);
    if (r.executions < minimum && !complete) {
      r.too_few = true;
      say("  FAILED  only %llu executions of at least %llu\n", static_cast<unsigned long long>(r.executions),
          static_cast<unsigned long long>(minimum));
    }
  }

  /// Where there are few executions, all of them. True if all were seen: the search would only repeat some.
  bool few_graphs(result& r, const checker::host& h) {
    if (h.work.graphs == 0 || h.outside_graphs != nullptr) return false;
    checker::request q;
    q.kind = scheduler::graphs;
    q.executions = h.work.graphs;
    q.if_few = true;
    return one(r, h, q) && r.outcomes.back().exhausted;
  }

  void every_graph(result& r, const checker::host& h) {
    checker::request q;
    q.kind = scheduler::graphs;
    q.executions = arguments_.executions.value_or(h.work.search);
    q.part = q.executions == 0 ? mine_ : checker::share{};
    if (!mine_.has(scenarios_++) && q.part.whole()) return;
    one(r, h, q);
    left_out_ += r.outcomes.back().left_out.empty() ? 0 : 1;
  }

  /// One scheduler. False when an execution failed.
  bool one(result& r, const checker::host& h, checker::request q) {
    q.seed = arguments_.seed.value_or(q.seed);
    q.seconds = arguments_.seconds.value_or(h.work.seconds);
    q.oddities = h.work.oddities;
    checker::outcome o = q.kind == scheduler::graphs ? checker::run_by_graphs(h, q) : checker::run_and_replay(h, q);
    if (o.left_out.empty()) r.executions += o.executions;
    r.failed = r.failed || o.failed || !o.deterministic;
    line(q, o);
    if (!o.strayed.empty()) {
      strayed_ = true;
      std::fprintf(stderr, "%s: --path=%s: %s; the path is of another scenario or --bound, or the program has changed since\n",
                   arguments_.program.c_str(), q.path.c_str(), o.strayed.c_str());
    }
    if (!o.deterministic)
      say("  FAILED  the scenario is not deterministic: the same schedule went differently (addresses, clocks, statics?)\n");
    if (o.failed) report(h, q, o);
    r.outcomes.push_back(std::move(o));
    return !r.failed;
  }

  void line(const checker::request& q, const checker::outcome& o) const {
    std::string with = "seed " + std::to_string(q.seed) + (q.first == 1 ? "" : ", from " + std::to_string(q.first));
    if (q.kind == scheduler::graphs) return line_of_graphs(q, o);
    if (q.kind == scheduler::search)
      with = (q.bound < 0 ? "any number of" : "at most " + std::to_string(q.bound)) + " preemptions, " + std::to_string(q.oddities) +
             " oddities";
    if (!q.part.whole()) with += ", " + std::to_string(q.part.index + 1) + "/" + std::to_string(q.part.total);
    const std::string end = o.failed                      ? "FAILED"
                            : q.kind != scheduler::search ? ""
                            : o.exhausted && !o.limited   ? "EXHAUSTED, the bounds left nothing out"
                            : o.exhausted                 ? "EXHAUSTED within the bounds"
                                                          : "not exhausted" + share_of(o);
    say("  %-6s  %-38s %9llu executions  ~%llu schedules  %6.2f s  %6.0f/s  %s\n", checker::name_of(q.kind), with.c_str(),
        static_cast<unsigned long long>(o.executions), static_cast<unsigned long long>(o.distinct), o.seconds,
        o.seconds > 0 ? static_cast<double>(o.executions) / o.seconds : 0.0, end.c_str());
  }

  /// How much of it a search that did not end has seen.
  static std::string share_of(const checker::outcome& o) {
    if (o.estimate <= static_cast<double>(o.executions)) return {};
    char text[128];
    std::snprintf(text, sizeof text, ": %.2g %% of about %.2g (%.2g to %.2g) executions",
                  100 * static_cast<double>(o.executions) / o.estimate, o.estimate,
                  std::max(o.estimate - o.estimate_error, static_cast<double>(o.executions)), o.estimate + o.estimate_error);
    return text;
  }

  void line_of_graphs(const checker::request& q, const checker::outcome& o) const {
    if (!o.left_out.empty()) return say("  graphs  left out: %s\n", o.left_out.c_str());
    const std::string end = o.failed ? "FAILED" : o.exhausted ? "EVERY EXECUTION" : "not ended" + share_of(o);
    const std::string part = q.part.whole() ? "" : ", " + std::to_string(q.part.index + 1) + "/" + std::to_string(q.part.total);
    say("  graphs  %9llu executions, each once; %llu more wait%s  %6.2f s  %6.0f/s  %s\n", static_cast<unsigned long long>(o.executions),
        static_cast<unsigned long long>(o.blocked), part.c_str(), o.seconds,
        o.seconds > 0 ? static_cast<double>(o.executions + o.blocked) / o.seconds : 0.0, end.c_str());
  }

  void report(const checker::host& h, const checker::request& q, const checker::outcome& o) const {
    say("\n  FAILED    %s\n  claim     %s\n", h.name, h.claim);
    const bool replaying = arguments_.execution || arguments_.path;
    if (q.kind != scheduler::search && q.kind != scheduler::graphs && o.deterministic && !replaying) {
      // A random failure is full of switches that do not matter. The same with as few preemptions as possible reads better.
      for (int bound = 0; bound != 3; ++bound) {
        checker::request fewer = q;
        fewer.kind = scheduler::search;
        fewer.bound = bound;
        fewer.executions = 10'000;
        fewer.seconds = 5;
        const checker::outcome simple = checker::run_and_replay(h, fewer);
        if (!simple.failed || simple.result != o.result || !simple.deterministic) continue;
        say("  found     also with at most %d preemptions, as shown here; the execution above again: %s\n", bound,
            command_for(h, q, o).c_str());
        return show(h, fewer, simple);
      }
    }
    show(h, q, o);
  }

  /// The command that repeats a failure, as it can be pasted into a shell.
  [[nodiscard]] std::string command_for(const checker::host& h, const checker::request& q, const checker::outcome& o) const {
    return arguments_.program + " --scenario=" + h.name + " --scheduler=" + checker::name_of(q.kind) + " " + o.replay;
  }

  /// Relacy's words, but for what it takes for a mistake of the scenario: most often it is one of a policy.
  static std::string words_for(rl::test_result_e r) {
    return r == rl::test_result_inconsistent_test_suite ? "NOT WHAT THE SCENARIO ALLOWS FOR" : rl::test_result_str(r);
  }

  void show(const checker::host& h, const checker::request& q, const checker::outcome& o) const {
    const checker::timeline schedule(o.steps.empty() ? checker::history(o.listing).steps() : o.steps, h.threads);
    const char* scheduler = checker::name_of(q.kind);
    const checker::caption words{h.name, h.claim, words_for(o.result) + (o.reason.empty() ? "" : ": " + o.reason), command_for(h, q, o)};
    say("%s", checker::report(words, schedule).c_str());
    if (arguments_.picture.empty()) return;
    const std::string name = std::string(h.name) + "-" + scheduler;
    say("  picture   %s\n\n", checker::write_pictures(arguments_.picture, name, words, schedule).c_str());
  }

  [[nodiscard]] checker::request replay_request() const {
    checker::request q;
    for (scheduler s : {scheduler::surw, scheduler::pct3, scheduler::search})
      if (arguments_.scheduler == checker::name_of(s)) q.kind = s;
    q.executions = 1;
    q.first = arguments_.execution.value_or(1);
    q.learnt = arguments_.learnt;
    q.bound = arguments_.bound.value_or(q.bound);
    if (arguments_.path) {
      q.kind = arguments_.scheduler == "graphs" ? scheduler::graphs : scheduler::search;
      q.path = *arguments_.path;
      q.follow = true;
    }
    return q;
  }

  template <class... Args>
  void say(const char* format, Args... args) const {
    if constexpr (sizeof...(args) == 0)
      std::fputs(format, out_);
    else
      std::fprintf(out_, format, args...);
  }

  checker::arguments arguments_;
  checker::share mine_;
  std::FILE* out_ = stdout;
  std::uint64_t scenarios_ = 0;  // that were run
  int failures_ = 0;
  int left_out_ = 0;
  bool strayed_ = false;
};

}  // namespace weir::verify

#endif

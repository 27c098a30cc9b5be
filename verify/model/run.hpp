// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_RUN_HPP
#define WEIR_VERIFY_MODEL_RUN_HPP

#include <weir/verify/model/generate.hpp>
#include <weir/verify/model/history.hpp>
#include <weir/verify/model/subject.hpp>
#include <weir/verify/model/table.hpp>
#include <weir/verify/support/verdict.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::verify::model {

/// Makes programs for a queue, runs them, and shrinks what fails.
class run_of {
 public:
  run_of(const subject& s, const checker::arguments& a) : subject_(s), arguments_(a) {}

  /// All programs of this process. False: one of them failed.
  bool all() {
    const checker::heartbeat pulse;
    std::uint64_t count = 0;
    for (const program& p : generate(subject_.letters, arguments_.seed.value_or(1)).all()) {
      if (!checker::in_this_shard(count++)) continue;
      ++programs_;
      if (!fails(p)) continue;
      report(shrunk(p));
      return false;
    }
    std::printf("%s: %llu programs, %llu executions, of %llu programs every execution  %.2f s\n", subject_.name.c_str(),
                static_cast<unsigned long long>(programs_), static_cast<unsigned long long>(executions_),
                static_cast<unsigned long long>(ended_), pulse.elapsed());
    return true;
  }

  /// One program, as hard as it is asked for and said in full; or one execution of it.
  bool one(const program& p) {
    const std::string name = name_of(p);
    checker::arguments a = arguments_;
    a.scenarios = {name};
    the_program = &p;
    verdict v(a);
    const bool passed = v.run(host_of(p, name)).passed() && v.exit_code() == 0;
    if (!passed) std::fputs(table(the_history).text().c_str(), stdout);
    return passed;
  }

 private:
  using scheduler = checker::request::scheduler;
  static constexpr std::uint64_t usual_executions = 500;
  static constexpr std::uint64_t most_graphs = 200;
  static constexpr std::size_t small = 4;
  static constexpr double patience = 0.03;  // seconds for the graphs of a program: they end soon, or not at all

  [[nodiscard]] std::string name_of(const program& p) const { return subject_.name + "@" + p.text(); }
  [[nodiscard]] checker::host host_of(const program& p, const std::string& name) const {
    checker::host h = p.threads.size() > 2 ? subject_.three : subject_.two;
    h.name = name.c_str();
    return h;
  }
  [[nodiscard]] bool wanted(scheduler s) const { return arguments_.scheduler.empty() || arguments_.scheduler == checker::name_of(s); }

  struct finding {
    program of;
    checker::request how;
    checker::outcome what;
    history calls;
  };

  /// The first execution that is found to be wrong.
  std::optional<finding> look(const program& p, bool harder = false) {
    const std::string name = name_of(p);
    const checker::host h = host_of(p, name);
    the_program = &p;
    const std::uint64_t n = arguments_.executions.value_or(usual_executions);
    std::optional<finding> found;
    const auto found_by = [&](scheduler kind, int bound, std::uint64_t executions) {
      checker::request q;
      q.kind = kind;
      q.bound = bound;
      q.executions = executions;
      q.seed = arguments_.seed.value_or(q.seed);
      q.seconds = arguments_.seconds.value_or(kind == scheduler::graphs && !harder ? patience : 0);
      const checker::outcome o = kind == scheduler::graphs ? checker::graph_run(h, q).search() : checker::run(h, q);
      executions_ += o.executions;
      if (kind == scheduler::graphs && o.exhausted) ++ended_;
      if (o.failed) found = finding{p, q, o, the_history};
      return o.failed;
    };
    const int deepest = arguments_.bound.value_or(2);
    if (harder || wanted(scheduler::search))
      for (int bound = 0; bound <= deepest; ++bound)
        if (found_by(scheduler::search, bound, harder ? 20 * n : n)) return found;
    const std::uint64_t graphs = harder ? 20 * most_graphs : std::min(n, most_graphs);
    if (p.size() <= small && wanted(scheduler::graphs) && found_by(scheduler::graphs, 2, graphs)) return found;
    for (const scheduler s : {scheduler::surw, scheduler::pct3})
      if (wanted(s) && found_by(s, 2, n)) return found;
    return std::nullopt;
  }
  bool fails(const program& p) { return look(p).has_value(); }

  /// Without each call that it fails without.
  program shrunk(program p) {
    for (bool again = true; again;) {
      again = false;
      for (program& less : smaller(p)) {
        less.number();
        if (!less.makes_sense(subject_.letters) || !fails(less)) continue;
        p = std::move(less);
        again = true;
        break;
      }
    }
    return p;
  }
  static std::vector<program> smaller(const program& p) {
    std::vector<program> all;
    for (std::size_t i = 0; i != p.first.size(); ++i) {
      all.push_back(p);
      all.back().first.erase(all.back().first.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t t = 0; t != p.threads.size(); ++t)
      for (std::size_t i = 0; i != p.threads[t].size(); ++i) {
        all.push_back(p);
        auto& calls = all.back().threads[t];
        calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(i));
        if (calls.empty() && p.threads.size() > 1) all.back().threads.erase(all.back().threads.begin() + static_cast<std::ptrdiff_t>(t));
      }
    if (p.told) {
      all.push_back(p);
      all.back().told = false;
    }
    return all;
  }

  void report(const program& p) {
    std::optional<finding> f = look(p, true);
    if (!f) f = look(p);
    const std::string name = name_of(p);
    std::printf("  FAILED    %s, in %zu %s\n", name.c_str(), p.size(), p.size() == 1 ? "call" : "calls");
    if (!f) return;
    std::printf("  result    %s%s%s\n  replay    %s --scenario=%s --scheduler=%s %s\n%s", rl::test_result_str(f->what.result),
                f->what.reason.empty() ? "" : ": ", f->what.reason.c_str(), arguments_.program.c_str(), name.c_str(),
                checker::name_of(f->how.kind), f->what.replay.c_str(), table(f->calls).text().c_str());
  }

  const subject& subject_;
  const checker::arguments& arguments_;
  std::uint64_t programs_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t ended_ = 0;
};

/// Weak, not inline, as run_hosts is.
[[gnu::weak]] int run_subjects(const std::vector<subject>& all, int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  checker::arguments a(argc, argv);
  if (a.mutate_sites) a.refuse("--mutate-sites", "a program of models has no such scenarios");
  a.refuse_those_of_weir_check();
  std::vector<std::pair<const subject*, std::optional<program>>> chosen;
  for (const std::string& name : a.scenarios) {
    const std::size_t at = name.find('@');
    const subject* of = nullptr;
    for (const subject& s : all)
      if (s.name == name.substr(0, at)) of = &s;
    std::optional<program> p;
    if (of != nullptr && at != name.npos) p = program::read(std::string_view(name).substr(at + 1), of->letters);
    if (of == nullptr || (at != name.npos && !p))
      a.refuse("--scenario=" + name, "it is no queue of this program, see --list, or no program that can be made of its calls");
    chosen.emplace_back(of, std::move(p));
  }
  if (!a.refusal.empty()) {
    std::fprintf(stderr, "%s: %s\n", a.program.c_str(), a.refusal.c_str());
    return 2;
  }
  if (a.help) {
    std::printf("%s [options]\n%s", a.program.c_str(), checker::arguments::usage);
    return 0;
  }
  checker::claim_sharding();
  const checker::crash_guard guard;
  if (chosen.empty())
    for (const subject& s : all) chosen.emplace_back(&s, std::nullopt);
  int failed = 0;
  for (const auto& [s, p] : chosen) {
    if (a.list)
      std::printf("%s\n", s->name.c_str());
    else
      failed += !(p ? run_of(*s, a).one(*p) : run_of(*s, a).all());
  }
  if (!a.list) std::printf("%zu of %zu queues do what their models do\n", chosen.size() - static_cast<std::size_t>(failed), chosen.size());
  return failed != 0 ? 1 : 0;
}

}  // namespace weir::verify::model

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_PORTFOLIO_HPP
#define WEIR_VERIFY_CHECK_PORTFOLIO_HPP

#include <weir/verify/check/lines.hpp>
#include <weir/verify/check/run.hpp>
#include <weir/verify/support/arguments.hpp>
#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/pictures.hpp>
#include <weir/verify/support/report.hpp>
#include <weir/verify/support/share.hpp>
#include <weir/verify/support/timeline.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::checked {

/// Every report ends with it.
inline constexpr const char* not_shown =
    "Not shown by this: other schedules than those tried; load buffering, 2+2W, values older than the last eight; inline assembly; what "
    "the C\n"
    "library's functions read and write, but for memcpy, memmove and memset; more than 128 threads. docs/check_your_own_program.md has "
    "more.\n";

/// Runs the body under every scheduler, and says what came of it.
class portfolio {
 public:
  portfolio(world& w, checker::arguments a, checker::share mine, std::FILE* out)
      : world_(w), arguments_(std::move(a)), mine_(mine), out_(out) {}

  int run() {
    const int answer = arguments_.replays() ? one(replay_request()) : all();
    if (answer != 2) std::fputs(not_shown, out_);
    return answer;
  }

 private:
  using scheduler = request::scheduler;
  static constexpr std::uint64_t walks = 2000;
  static constexpr std::uint64_t searched = 20'000;

  int all() {
    for (const scheduler kind : {scheduler::surw, scheduler::pct3}) {
      const checker::share::range part = mine_.of(arguments_.executions.value_or(walks), checker::walk_block);
      if (!wanted(kind) || part.count == 0) continue;
      request q;
      q.kind = kind;
      q.first = part.first;
      q.executions = part.count;
      if (const int answer = one(q); answer != 0) return answer;
    }
    if (!wanted(scheduler::search) || !mine_.has(0)) return 0;
    for (int bound = 0; bound <= arguments_.bound.value_or(2) && !complete_; ++bound) {
      request q;
      q.kind = scheduler::search;
      q.bound = bound;
      q.executions = arguments_.executions.value_or(searched);
      if (const int answer = one(q); answer != 0) return answer;
    }
    return 0;
  }
  [[nodiscard]] bool wanted(scheduler s) const { return arguments_.scheduler.empty() || arguments_.scheduler == checker::name_of(s); }

  [[nodiscard]] request replay_request() const {
    request q;
    for (const scheduler s : {scheduler::surw, scheduler::pct3, scheduler::search})
      if (arguments_.scheduler == checker::name_of(s)) q.kind = s;
    q.executions = 1;
    q.first = arguments_.execution.value_or(1);
    q.learnt = arguments_.learnt;
    q.bound = arguments_.bound.value_or(q.bound);
    if (arguments_.path) {
      q.kind = scheduler::search;
      q.path = *arguments_.path;
      q.follow = true;
    }
    return q;
  }

  int one(request q) {
    q.seed = arguments_.seed.value_or(q.seed);
    q.seconds = arguments_.seconds.value_or(0);
    q.oddities = world_.run.bounds.oddities;
    const outcome o = checked::run(world_, q);
    line(q, o);
    complete_ = o.exhausted && !o.limited;
    if (!o.strayed.empty()) {
      std::fprintf(stderr, "%s: --path=%s: %s; the path is of another program or --bound, or the program has changed since\n",
                   arguments_.program.c_str(), q.path.c_str(), o.strayed.c_str());
      return 2;
    }
    if (!o.failed) return 0;
    if (o.why.what == failure::kind::refused) return refuse(q, o);
    report(q, o);
    return 1;
  }

  void line(const request& q, const outcome& o) const {
    std::string with = "seed " + std::to_string(q.seed) + (q.first == 1 ? "" : ", from " + std::to_string(q.first));
    if (q.kind == scheduler::search)
      with = "at most " + std::to_string(q.bound) + " preemptions, " + std::to_string(q.oddities) + " oddities";
    const char* end = o.failed                      ? "FAILED"
                      : q.kind != scheduler::search ? ""
                      : o.exhausted && !o.limited   ? "EXHAUSTED, the bounds left nothing out"
                      : o.exhausted                 ? "EXHAUSTED within the bounds"
                                                    : "not exhausted";
    const double per_second = o.seconds > 0 ? static_cast<double>(o.executions) / o.seconds : 0;
    const double steps = o.executions != 0 ? static_cast<double>(o.steps) / static_cast<double>(o.executions) : 0;
    std::fprintf(out_, "  %-6s  %-38s %9llu executions  ~%llu schedules  %5.0f steps  %6.2f s  %6.0f/s  %s\n", checker::name_of(q.kind),
                 with.c_str(), o.executions + 0ULL, o.distinct + 0ULL, steps, o.seconds, per_second, end);
  }

  int refuse(const request& q, const outcome& o) {
    record(world_, repeat(q, o.failing, o.replay), 0);
    const lines code;
    const lines::place p = code.users(world_.run.failed_in);
    const std::string where = p.line == 0 ? "" : " (" + p.file + ":" + std::to_string(p.line) + ", " + p.function + ")";
    std::fprintf(stderr, "%s: refused: %s%s\n", arguments_.program.c_str(), o.why.text, where.c_str());
    return 2;
  }

  void report(const request& q, const outcome& o) {
    std::fprintf(out_, "\n  FAILED    %s\n", name);
    if (q.kind != scheduler::search && o.why.what != failure::kind::uncontrolled && !arguments_.replays()) {
      for (int bound = 0; bound != 3; ++bound) {  // a random failure is full of switches that do not matter
        request fewer = q;
        fewer.kind = scheduler::search;
        fewer.bound = bound;
        fewer.first = 1;
        fewer.executions = 10'000;
        fewer.seconds = 5;
        const outcome simple = checked::run(world_, fewer);
        if (!simple.failed || simple.why.what != o.why.what) continue;
        std::fprintf(out_, "  found     also with at most %d preemptions, as shown here; the execution above again: %s\n", bound,
                     command(q, o).c_str());
        return show(fewer, simple);
      }
    }
    show(q, o);
  }

  [[nodiscard]] std::string command(const request& q, const outcome& o) const {
    std::string text = arguments_.program + " --scenario=" + name + " --scheduler=" + checker::name_of(q.kind) + " " + o.replay;
    for (const std::string& part : arguments_.races_in) text += (&part == &arguments_.races_in.front() ? " --races-in=" : ",") + part;
    if (arguments_.no_leaks) text += " --no-leaks";
    if (arguments_.any_status) text += " --any-status";
    if (arguments_.newest) text += " --newest";
    if (arguments_.steps) text += " --steps=" + std::to_string(*arguments_.steps);
    return text + arguments_.programs;
  }

  void show(const request& q, const outcome& o) {
    record(world_, repeat(q, o.failing, o.replay), o.why.word, o.why.before.bytes);
    const lines code;
    std::vector<checker::step> steps;
    for (history::entry& e : world_.run.past.entries()) {
      place(e.step, code.users(e.calls));
      steps.push_back(std::move(e.step));
    }
    checker::step last;
    last.thread = static_cast<int>(world_.run.current);
    last.kind = deed::failure;
    last.what = "FAILS HERE";
    place(last, code.users(world_.run.failed_in));
    const std::string sides =
        o.why.what == failure::kind::race || o.why.what == failure::kind::lifetime ? both_sides(o.why, last, steps) : "";
    steps.push_back(std::move(last));
    const checker::timeline schedule(std::move(steps), 1);
    const checker::caption words{name, "the program is free of data races, deadlocks and misuse of memory, and says nothing against itself",
                                 std::string(failure::name(o.why.what)) + ": " + o.why.text + sides, command(q, o)};
    std::fputs(checker::report(words, schedule).c_str(), out_);
    if (arguments_.picture.empty()) return;
    std::fprintf(out_, "  picture   %s\n\n",
                 checker::write_pictures(arguments_.picture, std::string(name) + "-" + checker::name_of(q.kind), words, schedule).c_str());
  }

  static void place(checker::step& s, const lines::place& p) {
    if (p.line == 0) return;
    s.place = p.file + ":" + std::to_string(p.line);
    s.function = p.function;
  }

  /// Where the two accesses are: the failing one, and the last one of another thread at the same place in memory.
  std::string both_sides(const failure& why, checker::step& last, const std::vector<checker::step>& steps) {
    std::vector<std::string> names;  // what the history may call the place: memory, an atomic, a lock, ...
    const std::uintptr_t word = world_.run.watched;
    names.push_back(world_.run.past.name("d", word));
    for (std::uintptr_t at = word; at != word + 8 && !why.before.plain; ++at)
      for (const char* kind : {"a", "m", "cv", "s", "b", "f"}) names.push_back(world_.run.past.name(kind, at));
    for (std::size_t i = steps.size(); i-- != 0;) {
      const checker::step& s = steps[i];
      if (std::find(names.begin(), names.end(), s.object) == names.end() || s.thread == last.thread) continue;
      if ((why.before.thread >= 0 && s.thread != why.before.thread) || s.kind == (why.before.writes ? deed::read : deed::write)) continue;
      last.misses = static_cast<int>(i);
      last.what += ": not ordered after step " + std::to_string(i);
      return ": " + last.where() + " and " + s.where();
    }
    return {};
  }
  static constexpr const char* name = "body";
  world& world_;
  checker::arguments arguments_;
  checker::share mine_;
  std::FILE* out_;
  bool complete_ = false;
};

}  // namespace weir::verify::checked

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_RUN_HPP
#define WEIR_VERIFY_CHECK_RUN_HPP

#include <weir/verify/check/leaks.hpp>
#include <weir/verify/check/threads.hpp>
#include <weir/verify/check/world.hpp>
#include <weir/verify/support/heartbeat.hpp>
#include <weir/verify/support/option_value.hpp>
#include <weir/verify/support/priorities.hpp>
#include <weir/verify/support/request.hpp>
#include <weir/verify/support/search_strategy.hpp>
#include <weir/verify/support/selective_walk.hpp>
#include <weir/verify/support/sketch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace weir::verify::checked {

using checker::request;

/// What came of a run.
struct outcome {
  bool failed = false;
  bool exhausted = false;  ///< the search ended by itself
  bool limited = false;    ///< and its bounds left something out
  std::uint64_t executions = 0;
  std::uint64_t distinct = 0;  ///< schedules, approximately
  std::uint64_t steps = 0;     ///< of all executions
  double seconds = 0;
  std::uint64_t failing = 0;  ///< number of the failing execution
  failure why;
  std::string replay;   ///< arguments that repeat the failing execution
  std::string strayed;  ///< why the path that was to be followed is not of this program; empty: it is
};

/// Ends an execution in which the same decisions led to other choices than before.
[[noreturn]] inline void other_choices() { the_execution->fail(failure::kind::uncontrolled, 0, "the same schedule offered other choices"); }

struct plan {
  std::unique_ptr<checker::strategy> way;
  checker::bounded_search* search = nullptr;

  plan(const request& r, const limits& bounds) {
    switch (r.kind) {
      case request::scheduler::surw: way = std::make_unique<checker::selective_walk>(r.seed, r.learnt, bounds.stretch()); break;
      case request::scheduler::pct3: way = std::make_unique<checker::priorities>(3U, r.seed, r.learnt, bounds.stretch()); break;
      case request::scheduler::search: {
        auto mine = std::make_unique<checker::bounded_search>(r.bound, r.oddities, &other_choices, r.part);
        if (r.follow) mine->follow(checker::path_of(r.path).value());
        search = mine.get();
        way = std::move(mine);
        break;
      }
      case request::scheduler::graphs: std::abort();  // the arguments are refused
    }
  }
};

/// One execution, and what it left behind.
inline void execute(world& w, checker::strategy& way, std::uint64_t number) {
  w.begin(way, number);
  execution& e = w.run;
  e.add(nullptr, nullptr, &main_thread);
  fiber::change(e.host, e.all[0].flow, e.locals);
  if (e.ended.what != failure::kind::none || the_heap.live() == 0 || w.run.bounds.no_leaks) return;
  const leaks lost(w);
  if (lost.count() == 0) return;
  e.ended.what = failure::kind::leak;
  e.ended.word = lost.first() & ~std::uintptr_t{7};
  std::snprintf(e.ended.text, sizeof e.ended.text, "%zu blocks of memory are lost; the first has %zu bytes", lost.count(),
                lost.size_of_first());
}

/// The request that repeats one execution of another.
inline request repeat(const request& r, std::uint64_t number, const std::string& described) {
  request again = r;
  again.first = number;
  again.executions = 1;
  again.part = {};
  if (const std::size_t at = described.find("--learnt="); at != std::string::npos) again.learnt = described.substr(at + 9);
  if (r.kind == request::scheduler::search) {
    again.path = described.substr(described.find("--path=") + 7);
    again.follow = true;
    again.first = 1;
  }
  return again;
}

/// Repeats one execution and keeps its history.
inline void record(world& w, const request& one, std::uintptr_t watched, std::uint8_t bytes = 0xff) {
  plan p(one, w.run.bounds);
  w.run.recording = true;
  w.run.watched = watched;
  w.run.watched_bytes = bytes;
  execute(w, *p.way, one.first);
  w.run.recording = false;
}

/// Whether the execution goes the same way again; if not, the failure says where the two part.
inline bool goes_the_same_way(world& w, const request& one) {
  const std::uint64_t deeds = w.run.deeds;
  const failure ended = w.run.ended;
  {
    plan p(one, w.run.bounds);
    execute(w, *p.way, one.first);
  }
  if (w.run.deeds == deeds && w.run.ended.what == ended.what) return true;
  record(w, one, 0);
  std::vector<history::entry> first;
  std::swap(first, w.run.past.entries());
  record(w, one, 0);
  const auto& second = w.run.past.entries();
  std::size_t n = 0;
  while (n < first.size() && n < second.size() && first[n].step.thread == second[n].step.thread &&
         first[n].step.text() == second[n].step.text())
    ++n;
  const auto told = [n](const std::vector<history::entry>& all) {
    return n < all.size() ? "thread " + std::to_string(all[n].step.thread) + ": " + all[n].step.text() : std::string("it ends");
  };
  w.run.ended.what = failure::kind::uncontrolled;
  w.run.ended.word = 0;
  if (n == first.size() && n == second.size())
    std::snprintf(w.run.ended.text, sizeof w.run.ended.text,
                  "the same schedule went differently: the first time is not like the next ones (%s%s%.400s)", failure::name(ended.what),
                  ended.text[0] == '\0' ? "" : ": ", ended.text);
  else
    std::snprintf(w.run.ended.text, sizeof w.run.ended.text, "the same schedule went differently: step %zu was `%s`, and then `%s`", n,
                  told(first).c_str(), told(second).c_str());
  return false;
}

/// A run: executions until one fails, or enough are done.
inline outcome run(world& w, const request& r) {
  constexpr std::uint64_t between_repeats = 1000;
  plan p(r, w.run.bounds);
  outcome o;
  checker::sketch schedules;
  checker::heartbeat pulse;
  for (std::uint64_t i = r.first;; ++i) {
    execute(w, *p.way, i);
    o.steps += w.run.steps;
    const bool failed = w.run.ended.what != failure::kind::none;
    const bool look = failed || (o.executions % between_repeats == 0 && !r.follow);
    if (p.way->counts()) {
      ++o.executions;
      schedules.add(w.run.schedule);
    }
    if (look) {
      const failure why = w.run.ended;
      const request one = repeat(r, i, p.way->describe());
      const bool same = goes_the_same_way(w, one);
      if (failed || !same) {
        o.failed = true;
        o.failing = i;
        o.why = same ? why : w.run.ended;
        o.replay = p.way->describe();
        break;
      }
    }
    o.exhausted = p.way->exhausted();
    if (o.exhausted || (r.executions != 0 && o.executions >= r.executions)) break;
    if (o.executions % 64 != 0) continue;
    pulse.beat("check", o.executions, "executions");
    if (r.seconds > 0 && pulse.elapsed() >= r.seconds) break;
  }
  o.limited = p.search != nullptr && p.search->limited();
  if (p.search != nullptr) o.strayed = p.search->strayed();
  o.distinct = schedules.estimate();
  o.seconds = pulse.elapsed();
  return o;
}

}  // namespace weir::verify::checked

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_MUTATE_HPP
#define WEIR_VERIFY_SUPPORT_MUTATE_HPP

#include <weir/verify/support/arguments.hpp>
#include <weir/verify/support/mutations.hpp>
#include <weir/verify/support/portfolio.hpp>
#include <weir/verify/support/run.hpp>
#include <weir/verify/support/shards.hpp>
#include <weir/verify/support/source_mutants.hpp>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace weir::verify::checker {

/// Breaks one call site of the platform at a time and lets the scenarios look for it: what they do not notice is either a
/// gap in the scenarios or something the code can do without. Each broken program runs in a process of its own.
/// A program that was compiled with mistakes in its headers (verify/source_mutants) makes those, one at a time, instead.
class mutate {
 public:
  mutate(const std::vector<host>& scenarios, const arguments& a) : scenarios_(scenarios), arguments_(a) {}

  int run() {
    if (!arguments_.excuses.empty() && !read_excuses(arguments_.excuses, excuses_)) return 2;
    if (!files_are_known()) return 2;
    if (!record()) return 1;
    mutations_ = the_source_mutants.count != 0 ? source_mutations() : all_mutations(arguments_.files);
    if (mutations_.empty()) {
      std::fputs("FAILED  the scenarios reach no site that could be broken\n", stderr);
      return 1;
    }
    if (arguments_.mutant) return show(*arguments_.mutant);
    lines_.resize(mutations_.size());
    const std::time_t start = std::time(nullptr);
    heartbeat pulse;
    for (std::size_t i = 0; i != mutations_.size() || !children_.empty();) {
      while (i != mutations_.size() && children_.size() < std::max(1U, arguments_.jobs)) {
        if (in_this_shard(i)) begin(i);
        ++i;
      }
      collect();
      pulse.beat("--mutate-sites", killed_ + survived_ + excused_, "broken sites tried");
    }
    bool good = survived_ == 0;
    for (excuse& e : excuses_) {
      e.used = std::any_of(mutations_.begin(), mutations_.end(), [&](const mutation& m) { return e.covers(m); });
      if (e.used) continue;
      good = false;
      std::printf("FAILED  %s:%u excuses %s in %s (%s), and there is nothing like it\n", arguments_.excuses.c_str(), e.line,
                  e.mutation_name.c_str(), e.function.c_str(), e.file.c_str());
    }
    std::printf("%u killed, %u survived, %u excused; %ld s\n", killed_, survived_, excused_, static_cast<long>(std::time(nullptr) - start));
    return good ? 0 : 1;
  }

 private:
  /// What a child says of its broken program.
  struct finding {
    bool killed;
    int scenario;
    request::scheduler scheduler;
    std::uint64_t executions;
    rl::test_result_e result;
  };
  struct child {
    pid_t process;
    int from;
    std::size_t number;
    std::time_t started;
  };
  static constexpr int patience = 600;  // seconds, for one broken program under all scenarios

  /// Refuses names of files before the long work begins: a file is known if a few executions come to a site in it, or if there is such a file.
  bool files_are_known() {
    if (arguments_.files.empty()) return true;
    const crash_guard guard;
    the_sites.seen.clear();
    the_sites.active = true;
    for (const host& h : scenarios_) static_cast<void>(checker::run(h, of(request::scheduler::surw, 20)));
    the_sites.active = false;
    for (const std::string& name : arguments_.files) {
      std::error_code none;
      const auto in_it = [&](const site& s) { return in_files(s.at.file, {name}); };
      if (std::any_of(the_sites.seen.begin(), the_sites.seen.end(), in_it) || std::filesystem::exists(name, none)) continue;
      std::set<std::string_view> all;
      for (const site& s : the_sites.seen)
        if (in_files(s.at.file, {})) all.insert(s.at.file);
      std::string known;
      for (const std::string_view file : all) known += (known.empty() ? "" : ", ") + std::string(file);
      std::fprintf(stderr,
                   "%s: --files=%s: no file with a call site of the platform has that in its path; the files with such sites are %s\n",
                   arguments_.program.c_str(), pasteable(name).c_str(), known.c_str());
      return false;
    }
    return true;
  }

  /// Runs every scenario unbroken, for the sites it reaches. They must pass, or a kill would mean nothing.
  bool record() {
    const crash_guard guard;
    the_sites.seen.clear();
    the_sites.active = the_source_mutants.recording = true;
    for (std::size_t i = 0; i != scenarios_.size(); ++i) {
      the_sites.scenario = the_source_mutants.scenario = static_cast<unsigned>(i);
      for (const request& q : {of(request::scheduler::surw, 3000), of(request::scheduler::pct3, 2000), search(scenarios_[i], 0, 2000),
                               search(scenarios_[i], 2, 5000)}) {
        const outcome o = checker::run(scenarios_[i], q);
        if (!o.failed) continue;
        std::printf("FAILED  %s fails with nothing broken: %s %s\n", scenarios_[i].name, rl::test_result_str(o.result), o.reason.c_str());
        return false;
      }
    }
    the_sites.active = the_source_mutants.recording = false;
    return true;
  }

  static void break_site(const mutation& m) {
    if (m.where_and_what.what == operation::source) {
      the_source_mutants.awake = static_cast<unsigned>(m.where_and_what.order);
      return;
    }
    the_sites.broken = &m.where_and_what;
    the_sites.replacement = m.replacement;
    the_sites.active = true;
  }

  [[nodiscard]] request of(request::scheduler kind, std::uint64_t executions) const {
    request q;
    q.kind = kind;
    q.executions = executions;
    q.seed = arguments_.seed.value_or(q.seed);
    q.seconds = arguments_.seconds.value_or(0);
    return q;
  }
  [[nodiscard]] request search(const host& h, int bound, std::uint64_t executions) const {
    request q = of(request::scheduler::search, executions);
    q.bound = bound;
    q.oddities = h.work.oddities;
    return q;
  }

  [[nodiscard]] bool reaches(std::size_t scenario, const mutation& m) const {
    return (m.where_and_what.scenarios >> (scenario % 64) & 1) != 0;
  }

  /// The reason why it need not be noticed; null if it must be.
  [[nodiscard]] const excuse* excuse_for(const mutation& m) const {
    const auto own = std::find_if(excuses_.begin(), excuses_.end(), [&](const excuse& e) { return e.covers(m); });
    return own == excuses_.end() ? nullptr : &*own;
  }

  /// Looks for the broken site with every scenario that reaches it: first a little of everything, since most die at once. What is excused
  /// gets no more than that: almost all the time would go where nothing has to be found.
  [[nodiscard]] finding look(const mutation& m) const {
    const crash_guard guard;
    break_site(m);
    for (const bool thorough : {false, true}) {
      if (thorough && excuse_for(m) != nullptr) break;
      for (std::size_t i = 0; i != scenarios_.size(); ++i) {
        if (!reaches(i, m)) continue;
        for (const request& q : thorough ? everything(scenarios_[i]) : a_little()) {
          const outcome o = checker::run(scenarios_[i], q);
          if (o.failed) return {true, static_cast<int>(i), q.kind, o.executions, o.result};
        }
      }
    }
    return {};
  }
  [[nodiscard]] std::vector<request> a_little() const { return {of(request::scheduler::surw, 500), of(request::scheduler::pct3, 500)}; }
  [[nodiscard]] std::vector<request> everything(const host& h) const {
    const auto n = [&](std::uint64_t own) { return arguments_.executions.value_or(own); };
    std::vector<request> all;
    if (h.work.surw != 0) all.push_back(of(request::scheduler::surw, n(h.work.surw)));
    if (h.work.pct3 != 0) all.push_back(of(request::scheduler::pct3, n(h.work.pct3)));
    for (int bound = 0; bound <= std::min(h.work.bound, 3); ++bound)
      all.push_back(search(h, bound, n(h.work.search == 0 ? 100'000 : h.work.search)));
    return all;
  }

  void begin(std::size_t number) {
    int ends[2];
    std::fflush(stdout);
    if (pipe(ends) != 0) std::abort();
    const pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      heartbeat::period = 0;
      const finding f = look(mutations_[number]);
      const bool said = write(ends[1], &f, sizeof f) == static_cast<ssize_t>(sizeof f);
      _exit(said ? 0 : 1);
    }
    close(ends[1]);
    if (process < 0) std::abort();
    children_.push_back({process, ends[0], number, std::time(nullptr)});
  }

  /// Waits until some child has spoken, died, or taken too long.
  void collect() {
    if (children_.empty()) return;
    std::vector<pollfd> waits;
    for (const child& c : children_) waits.push_back({c.from, POLLIN, 0});
    poll(waits.data(), waits.size(), 1000);
    for (std::size_t i = children_.size(); i-- != 0;) {
      const child c = children_[i];
      const bool late = std::time(nullptr) - c.started > patience;
      if (waits[i].revents == 0 && !late) continue;
      if (waits[i].revents == 0) kill(c.process, SIGKILL);
      finding f{};
      const bool spoke = read(c.from, &f, sizeof f) == static_cast<ssize_t>(sizeof f);
      close(c.from);
      waitpid(c.process, nullptr, 0);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
      report(c.number, spoke, f, late);
    }
  }

  void report(std::size_t number, bool spoke, const finding& f, bool late) {
    const mutation& m = mutations_[number];
    const excuse* own = excuse_for(m);
    const bool killed = !spoke || f.killed;
    const bool excused = !killed && own != nullptr;
    ++(killed ? killed_ : excused ? excused_ : survived_);
    const std::string place = std::string(m.file()) + ":" + std::to_string(m.where_and_what.at.line);
    char start[256];
    std::snprintf(start, sizeof start, "%3zu %-8s  %-24s %-26s %-20s ", number + 1,
                  killed    ? "killed"
                  : excused ? "excused"
                            : "SURVIVED",
                  m.name, place.c_str(), m.where_and_what.at.function);
    std::string end;
    if (excused) {
      end = own->reason;
    } else if (!killed && m.where_and_what.scenarios == 0) {
      end = "no scenario comes there";
    } else if (!killed) {
      for (std::size_t i = 0; i != scenarios_.size(); ++i)
        if (reaches(i, m)) end += (end.empty() ? "not noticed by " : ", ") + std::string(scenarios_[i].name);
    } else if (!spoke) {
      end = late ? "it did not end" : "it ended the checker";
    } else {
      end = std::string("by ") + scenarios_[static_cast<std::size_t>(f.scenario)].name + " " + name_of(f.scheduler) + " execution " +
            std::to_string(f.executions) + ": " + rl::test_result_str(f.result);
    }
    lines_[number] = start + end;
    while (printed_ != lines_.size() && (!lines_[printed_].empty() || !in_this_shard(printed_))) {
      if (!lines_[printed_].empty()) std::printf("%s\n", lines_[printed_].c_str());
      ++printed_;
    }
  }

  /// One row of the table again, in this process, with the history of its failure.
  int show(std::uint64_t number) const {
    if (number == 0 || number > mutations_.size()) {
      std::fprintf(stderr, "%s: --mutant=%llu: the value must be a row of the table, 1 to %zu\n", arguments_.program.c_str(), number + 0ULL,
                   mutations_.size());
      return 2;
    }
    const mutation& m = mutations_[number - 1];
    std::printf("broken: %s at %s:%u (%s)\n", m.name, std::string(m.file()).c_str(), m.where_and_what.at.line,
                m.where_and_what.at.function);
    break_site(m);
    verdict v(arguments_);
    for (std::size_t i = 0; i != scenarios_.size() && v.failures() == 0; ++i)
      if (reaches(i, m)) v.run(scenarios_[i]);
    the_sites.broken = nullptr;
    the_sites.active = false;
    the_source_mutants.awake = 0;
    return v.exit_code();
  }

  const std::vector<host>& scenarios_;
  const arguments& arguments_;
  std::vector<mutation> mutations_;
  std::vector<excuse> excuses_;
  std::vector<child> children_;
  std::vector<std::string> lines_;  // of the table, printed in its order
  std::size_t printed_ = 0;
  unsigned killed_ = 0, survived_ = 0, excused_ = 0;
};

}  // namespace weir::verify::checker

#endif

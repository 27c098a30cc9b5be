// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_ARGUMENTS_HPP
#define WEIR_VERIFY_SUPPORT_ARGUMENTS_HPP

#include <weir/verify/support/option_value.hpp>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checker {

/// The command line of a program that runs scenarios. What cannot be done is refused before anything is done: `refusal` says what and why.
struct arguments {
  std::string program = "this program";  ///< as it can be pasted into a shell, to be called again
  std::vector<std::string> scenarios;    ///< empty: all
  std::string scheduler;                 ///< empty: all
  std::optional<std::uint64_t> executions;
  std::optional<std::uint64_t> seed;
  std::optional<double> seconds;
  std::optional<std::uint64_t> execution;  ///< replay this one
  std::optional<std::string> path;         ///< replay this path of a search
  std::optional<int> bound;
  std::string learnt;                      ///< with execution: what its scheduler knew before
  bool list = false;
  bool mutate_sites = false;
  std::vector<std::string> files;  ///< mutate only sites in files whose path contains one of these
  std::string excuses;
  unsigned jobs = 1;
  std::optional<std::uint64_t> mutant;
  std::vector<std::string> races_in;  ///< races in files whose path contains one of these are let through
  bool no_leaks = false;  ///< memory that is lost is not reported
  bool any_status = false;  ///< the whole program may end with any status
  bool newest = false;  ///< atomics are read as if all were sequentially consistent
  std::optional<std::uint64_t> steps;  ///< after which an execution is one that does not end
  std::string picture;  ///< where pictures of failures are written; empty: nowhere
  std::string programs;  ///< what follows `--`, as it can be pasted into a shell: arguments of the program under check
  bool help = false;
  std::string refusal;  ///< one sentence; empty: there is nothing to refuse

  static constexpr std::uint64_t most_executions = 1'000'000'000'000;
  static constexpr std::uint64_t any_seed = std::numeric_limits<std::uint64_t>::max();

  static constexpr const char* usage =
      "  --list                    name the scenarios and their claims\n"
      "  --scenario=A[,B]          only these\n"
      "  --scheduler=NAME          only this one: surw, pct3, search, or graphs, which visits each execution once\n"
      "  --executions=N            of each random scheduler, and at most of a search; 0: none, and a search without a limit. Without\n"
      "                            it: as many as each scenario asks for, mostly 10000 to 20000, and 100000 of a search. A target of\n"
      "                            weir_verify gives 5000 here, unless its `executions` says otherwise\n"
      "  --seconds=T               at most, per scheduler; 0: no limit (0)\n"
      "  --seed=N                  of the random schedulers (1)\n"
      "  --bound=N                 most preemptions of a search; 1000: any number (each scenario's own, mostly 2)\n"
      "  --path=P                  repeat one execution of a search, as a failure prints it, and show its history\n"
      "  --execution=N             the same of the random scheduler that --scheduler names, with the --learnt=N that a failure prints\n"
      "  --picture=DIR             draw failures there, as SVG and HTML (in a Bazel test: among its undeclared outputs)\n"
      "  --mutate-sites            break one call site of the platform at a time; every broken one must be noticed\n"
      "  --files=A[,B]             break only sites in files whose path contains one of these (all but the checkers' own)\n"
      "  --excuses=FILE            lines `file function mutation  # reason` for broken sites that need not be noticed\n"
      "  --jobs=N                  broken sites tried at the same time (1)\n"
      "  --mutant=N                only number N of the table, with the history of the failure\n"
      "  --races-in=A[:N][,B]      of weir_check: data races in files whose path contains one of these, or in line N of them, are let "
      "through.\n"
      "                            Each plain access there is a step, as if it were atomic\n"
      "  --no-leaks                of weir_check: memory that an execution loses is not reported\n"
      "  --any-status              of weir_check: a program that is checked as a whole may end with another status than 0\n"
      "  --newest                  of weir_check: each load of an atomic reads the newest value: what only weak memory allows is left out\n"
      "  --steps=N                 of weir_check: after so many steps an execution is reported as one that does not end (20000), and after "
      "a\n"
      "                            hundredth of it without a switch another thread gets a turn\n"
      "  -- ...                    of weir_check: the arguments of a program that is checked as a whole\n"
      "Exit status: 0 all passed, 1 something failed, 2 the command line was refused.\n";

  arguments() = default;
  arguments(int argc, char** argv) {
    if (argc > 0) program = called_as(argv[0]);
    if (const char* kept = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR")) picture = kept;  // Bazel keeps what is there beside the log
    for (int i = 1; i < argc && refusal.empty(); ++i) {
      if (std::string_view(argv[i]) == "--") {
        programs = " --";
        while (++i < argc) programs += " " + pasteable(argv[i]);
      } else {
        read(argv[i]);
      }
    }
    if (refusal.empty() && !help) refuse_what_does_not_go_together();
  }

  [[nodiscard]] bool replays() const { return execution || path; }

  void refuse(std::string_view argument, std::string_view why) {
    if (refusal.empty()) refusal = pasteable(argument) + ": " + std::string(why);
  }
  /// For programs that are not run by it.
  void refuse_those_of_weir_check() {
    const char* const only = "this option is for programs of weir_check";
    if (!races_in.empty()) refuse("--races-in", only);
    if (no_leaks) refuse("--no-leaks", only);
    if (any_status) refuse("--any-status", only);
    if (newest) refuse("--newest", only);
    if (steps) refuse("--steps", only);
    if (!programs.empty()) refuse("--", only);
  }

 private:
  /// In a Bazel test the program's own path is gone when the test is over; its target stays.
  static std::string called_as(std::string_view path) {
    const char* const target = std::getenv("TEST_TARGET");
    const std::string_view label = target != nullptr ? target : "";
    const std::string_view name = path.substr(path.rfind('/') + 1);
    if (label.ends_with(name) && label.substr(0, label.size() - name.size()).ends_with(':')) return "bazel run " + pasteable(label) + " --";
    return pasteable(path);
  }

  void read(std::string_view whole) {
    const std::size_t equals = whole.find('=');
    const std::string_view name = whole.substr(0, equals);
    const std::string_view value = equals == whole.npos ? std::string_view{} : whole.substr(equals + 1);
    const auto flag = [&](bool& into) {
      into = true;
      if (equals != whole.npos) refuse(whole, "this option takes no value");
    };
    const auto number = [&](std::uint64_t least, std::uint64_t most) {
      const auto given = whole_number(value, least, most);
      if (!given) refuse(whole, "the value must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
      return given;
    };
    const auto some = [&](std::vector<std::string>& into, const char* what) {
      const auto given = names(value);
      if (!given) return refuse(whole, std::string("the value must be ") + what + ", with commas between them and none empty");
      into.insert(into.end(), given->begin(), given->end());
    };
    const auto text = [&](std::string& into, const char* what) {
      into = value;
      if (value.empty()) refuse(whole, std::string("the value must be ") + what);
    };

    if (name == "--list") {
      flag(list);
    } else if (name == "--help") {
      flag(help);
    } else if (name == "--mutate-sites") {
      flag(mutate_sites);
    } else if (name == "--scenario") {
      some(scenarios, "names of scenarios");
    } else if (name == "--scheduler") {
      scheduler = value;
      if (value != "surw" && value != "pct3" && value != "search" && value != "graphs")
        refuse(whole, "the value must be surw, pct3, search or graphs");
    } else if (name == "--executions") {
      executions = number(0, most_executions);
    } else if (name == "--seed") {
      seed = number(0, any_seed);
    } else if (name == "--seconds") {
      seconds = checker::seconds(value, 31'536'000);
      if (!seconds) refuse(whole, "the value must be a number of seconds from 0 to 31536000, such as 2.5");
    } else if (name == "--execution") {
      execution = number(1, most_executions);
    } else if (name == "--path") {
      path = value;
      if (!path_of(value)) refuse(whole, "the value must be a path as a failure prints it, such as 0*12.1.0*3");
    } else if (name == "--picture") {
      text(picture, "a directory");
    } else if (name == "--bound") {
      if (const auto n = number(0, 1000)) bound = static_cast<int>(*n);
    } else if (name == "--learnt") {
      learnt = value;
      if (value.empty() || value.find_first_not_of("0123456789,") != std::string::npos)
        refuse(whole, "the value must be numbers as a failure prints them, such as 3,0,12");
    } else if (name == "--files") {
      some(files, "parts of files' paths");
    } else if (name == "--races-in") {
      some(races_in, "parts of files' paths, with `:N` behind one for a line of it");
    } else if (name == "--no-leaks") {
      flag(no_leaks);
    } else if (name == "--any-status") {
      flag(any_status);
    } else if (name == "--newest") {
      flag(newest);
    } else if (name == "--steps") {
      steps = number(1, 1'000'000'000);
    } else if (name == "--excuses") {
      text(excuses, "a file");
    } else if (name == "--jobs") {
      if (const auto n = number(1, 1024)) jobs = static_cast<unsigned>(*n);
    } else if (name == "--mutant") {
      mutant = number(1, 1'000'000);
    } else {
      refuse(whole, "there is no such option; --help lists them");
    }
  }

  void refuse_what_does_not_go_together() {
    if (!mutate_sites) {
      const char* const only = "this option is for --mutate-sites, which is not given";
      if (!files.empty()) refuse("--files", only);
      if (!excuses.empty()) refuse("--excuses", only);
      if (jobs != 1) refuse("--jobs", only);
      if (mutant) refuse("--mutant", only);
    }
    if (replays() && scenarios.size() != 1)
      refuse(path ? "--path" : "--execution", "to repeat an execution, name its scenario: --scenario=NAME");
    if (path && execution) refuse("--path", "an execution is repeated by --path or by --execution, not by both");
    if (path && !scheduler.empty() && scheduler != "search" && scheduler != "graphs")
      refuse("--path", "paths are of --scheduler=search and of graphs, and --scheduler=" + scheduler + " is given");
    if (execution && (scheduler.empty() || scheduler == "search" || scheduler == "graphs"))
      refuse("--execution", "name the random scheduler whose execution it is: --scheduler=surw or pct3");
    if (!learnt.empty() && !execution) refuse("--learnt", "this option is for --execution, which is not given");
  }
};

}  // namespace weir::verify::checker

#endif

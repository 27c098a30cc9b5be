// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_ARGUMENTS_HPP
#define WEIR_VERIFY_SUPPORT_ARGUMENTS_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checker {

/// The command line of a program that runs scenarios.
struct arguments {
  std::string program = "this program";
  std::vector<std::string> scenarios;  ///< empty: all
  std::string scheduler;               ///< empty: all
  std::optional<std::uint64_t> executions;
  std::optional<std::uint64_t> seed;
  std::optional<double> seconds;
  std::optional<std::uint64_t> execution;  ///< replay this one
  std::optional<std::string> path;         ///< replay this path of a search
  std::optional<int> bound;
  unsigned length = 0;
  bool list = false;
  bool mutate_sites = false;
  std::vector<std::string> files;  ///< mutate only sites in files whose path contains one of these
  std::string excuses;
  unsigned jobs = 1;
  std::optional<std::uint64_t> mutant;
  std::string picture;  ///< where pictures of failures are written; empty: nowhere
  bool help = false;
  bool wrong = false;

  static constexpr const char* usage =
      "  --list                    name the scenarios and their claims\n"
      "  --scenario=A[,B]          only these\n"
      "  --scheduler=NAME          only this one: random, pct3, pct5 or search\n"
      "  --executions=N            of each random scheduler, and at most of a search\n"
      "  --seconds=T               at most, per scheduler\n"
      "  --seed=N                  of the random schedulers (1)\n"
      "  --bound=N                 most preemptions of a search (1000: any number)\n"
      "  --execution=N | --path=P  repeat one execution, as a failure prints it, and show its history\n"
      "  --picture=DIR             draw failures there, as SVG and HTML (in a Bazel test: among its undeclared outputs)\n"
      "  --mutate-sites            break one call site of the platform at a time; every broken one must be noticed\n"
      "  --files=A[,B]             break only sites in files whose path contains one of these\n"
      "  --excuses=FILE            lines `file function mutation  # reason` for broken sites that need not be noticed\n"
      "  --jobs=N                  broken sites tried at the same time (1)\n"
      "  --mutant=N                only number N of the table, with the history of the failure\n";

  arguments() = default;
  arguments(int argc, char** argv) {
    if (argc > 0) {
      const std::string_view whole = argv[0];
      program = whole.substr(whole.rfind('/') + 1);
    }
    if (const char* kept = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR")) picture = kept;  // Bazel keeps what is there beside the log
    for (int i = 1; i < argc; ++i) {
      const std::string_view a = argv[i];
      const std::size_t equals = a.find('=');
      const std::string_view name = a.substr(0, equals);
      const std::string value(equals == std::string_view::npos ? std::string_view{} : a.substr(equals + 1));
      if (name == "--list")
        list = true;
      else if (name == "--help")
        help = true;
      else if (name == "--mutate-sites")
        mutate_sites = true;
      else if (name == "--scenario")
        split(value, scenarios);
      else if (name == "--scheduler")
        scheduler = value;
      else if (name == "--executions")
        executions = number(value);
      else if (name == "--seed")
        seed = number(value);
      else if (name == "--seconds")
        seconds = std::strtod(value.c_str(), nullptr);
      else if (name == "--execution")
        execution = number(value);
      else if (name == "--path")
        path = value;
      else if (name == "--picture")
        picture = value;
      else if (name == "--bound")
        bound = static_cast<int>(std::strtol(value.c_str(), nullptr, 10));
      else if (name == "--length")
        length = static_cast<unsigned>(number(value));
      else if (name == "--files")
        split(value, files);
      else if (name == "--excuses")
        excuses = value;
      else if (name == "--jobs")
        jobs = static_cast<unsigned>(number(value));
      else if (name == "--mutant")
        mutant = number(value);
      else {
        std::fprintf(stderr, "%s: I do not know %s\n", program.c_str(), argv[i]);
        wrong = true;
      }
    }
    if (!scheduler.empty() && scheduler != "random" && scheduler != "pct3" && scheduler != "pct5" && scheduler != "search") {
      std::fprintf(stderr, "%s: no scheduler is called %s\n", program.c_str(), scheduler.c_str());
      wrong = true;
    }
  }

 private:
  std::uint64_t number(const std::string& text) {
    char* end = nullptr;
    const std::uint64_t n = std::strtoull(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0') {
      std::fprintf(stderr, "%s: %s is not a number\n", program.c_str(), text.c_str());
      wrong = true;
    }
    return n;
  }

  static void split(std::string_view text, std::vector<std::string>& into) {
    while (!text.empty()) {
      const std::size_t comma = text.find(',');
      into.emplace_back(text.substr(0, comma));
      text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
  }
};

}  // namespace weir::verify::checker

#endif

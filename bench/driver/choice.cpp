// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/choice.hpp"

#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace weir::bench {
namespace {

constexpr char usage[] = R"(usage: bench [options]
Runs every workload with every contestant, each in a process of its own, interleaved round by round; checks every answer;
prints a Markdown table of medians. A wrong answer ends the run with status 1.

  --quick              small sizes, 3 rounds, under 2 minutes: a first look, not a result
  --smoke              tiny sizes, 1 round, no table: are all answers right?
  --rounds N           rounds (7; 3 of the articles)
  --workload NAMES     only these, comma-separated: W1,W7
  --contestant NAMES   only these, comma-separated: weir,naive
  --workers N,N        workers per pool (2); of several, each bout with each
  --share X            part of each workload's full size (1)
  --retries N          tries again when other processes used the cores (2)
  --wait S             before each measurement waits up to S seconds for other processes to leave the cores (0)
  --patience MS        no task finished for so long: wrong answer (10000)
  --twice              enter every contestant twice and show how far the twins differ: the noise floor
  --save               write all measurements to bench/results/
  --go_modules DIR     of the articles: a Go module cache, or a folder with checkouts, where ants, gopool and workerpool lie
  --with NAME=DIR      one more contestant, whose library is a checkout in DIR: bs, dispenso, stdexec, taskflow; may be repeated
  --list               names of workloads and contestants
)";

[[noreturn]] void complain(const std::string& what) {
  std::fprintf(stderr, "bench: %s\n%s", what.c_str(), usage);
  std::exit(64);
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (auto rest = text; !rest.empty();) {
    const auto comma = std::min(rest.find(','), rest.size());
    if (comma > 0) names.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return names;
}

double number(const char* option, const char* text, double least) {
  char* end = nullptr;
  const auto value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= least)) complain(std::string("--") + option + " cannot be '" + text + "'");
  return value;
}

std::vector<unsigned> counts(const char* option, const char* text) {
  std::vector<unsigned> all;
  for (const auto& name : names_in(text)) all.push_back(static_cast<unsigned>(number(option, name.c_str(), 1)));
  if (all.empty()) complain(std::string("--") + option + " cannot be '" + text + "'");
  return all;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool choice::wants(std::string_view workload, std::string_view contestant) const {
  return contains(workloads, workload) && contains(contestants, contestant);
}

bool choice::may_want(std::string_view beginning) const {
  return contestants.empty() || std::ranges::any_of(contestants, [&](const auto& name) { return name.starts_with(beginning); });
}

choice read_command_line(int argc, char** argv, unsigned usual_rounds) {
  static const option known[] = {{"quick", no_argument, nullptr, 'q'},
                                 {"smoke", no_argument, nullptr, 's'},
                                 {"rounds", required_argument, nullptr, 'r'},
                                 {"workload", required_argument, nullptr, 'w'},
                                 {"contestant", required_argument, nullptr, 'c'},
                                 {"workers", required_argument, nullptr, 'n'},
                                 {"share", required_argument, nullptr, 'x'},
                                 {"retries", required_argument, nullptr, 't'},
                                 {"patience", required_argument, nullptr, 'p'},
                                 {"twice", no_argument, nullptr, '2'},
                                 {"save", no_argument, nullptr, 'o'},
                                 {"with", required_argument, nullptr, 'm'},
                                 {"list", no_argument, nullptr, 'l'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {"child", no_argument, nullptr, 'C'},
                                 {"wait", required_argument, nullptr, 'i'},
                                 {"go_modules", required_argument, nullptr, 'g'},
                                 {nullptr, 0, nullptr, 0}};
  choice c;
  c.rounds = usual_rounds;
  int place = 0;
  for (int which; (which = ::getopt_long(argc, argv, "", known, &place)) != -1;) {
    const auto value = [&](double least) { return number(known[place].name, optarg, least); };
    switch (which) {
      case 'q': c.size.share = quick_share, c.rounds = 3, c.retries = 0; break;
      case 's': c.size.share = smoke_share, c.rounds = 1, c.retries = 0, c.only_answers = true; break;
      case 'r': c.rounds = static_cast<unsigned>(value(1)); break;
      case 'w': c.workloads = names_in(optarg); break;
      case 'c': c.contestants = names_in(optarg); break;
      case 'n': c.workers = counts(known[place].name, optarg); break;
      case 'x': c.size.share = value(0); break;
      case 't': c.retries = static_cast<unsigned>(value(0)); break;
      case 'i': c.wait = std::chrono::milliseconds(static_cast<long>(value(0) * 1e3)); break;
      case 'g': c.go_modules = optarg; break;
      case 'p': c.size.patience = std::chrono::milliseconds(static_cast<long>(value(1))); break;
      case 'm': c.with.emplace_back(optarg); break;
      case '2': c.twice = true; break;
      case 'o': c.save = true; break;
      case 'l': c.only_list = true; break;
      case 'C': c.child = true; break;
      case 'h': std::fputs(usage, stdout); std::exit(0);
      default: std::fputs(usage, stderr); std::exit(64);
    }
  }
  c.size.workers = c.workers.front();
  if (optind < argc) complain(std::string("what is '") + argv[optind] + "'?");
  return c;
}

}  // namespace weir::bench

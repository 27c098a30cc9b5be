// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/choice.hpp"

#include <getopt.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/machine/caches.hpp"

namespace weir::bench::sim {
namespace {

constexpr char usage[] = R"(usage: machine [options]
Runs the shipped pools in virtual time on simulated cores, prints a line of CSV for each number and its progress on standard error. All numbers
are SIMULATED: bench/machine/README.md says by which model. bench/plot.py draws what --output has written.

  --cores N,N        numbers of cores (1,2,4,8,16,32,64,128; at most 256)
  --socket N         cores of a socket (64)
  --workload NAMES   only these: w1,w2,w3,w3-1,w4,n1,n2
  --queue NAMES      only these, `naive` is the pool with a mutex and a condition variable; --list names them
  --workers N        workers of the pool (as many as cores)
  --producers N      threads that post (W1, W4: 1; W2: 4)
  --load X           of N2 (0.7)
  --tasks N          tasks of a run (the workload's own number, more with more cores)
  --share X          part of that number (1)
  --seeds N          so many runs of each, with jitter of their own (1)
  --costs FILE       prices of this file, lines `name value`, as //bench:calibration prints them
  --set NAME=VALUE   one price
  --sites            after each run the lines of the code that cost most
  --output FILE      CSV into a file
  --list             what there is
)";

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

double number(const char* option, const std::string& text, double least, double most = 1e12) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least) || value > most)
    throw std::invalid_argument(std::string("--") + option + " cannot be '" + text + "'");
  return value;
}

}  // namespace

choice read_command_line(int argc, char** argv) {
  static const option known[] = {{"cores", required_argument, nullptr, 'c'},
                                 {"socket", required_argument, nullptr, 'k'},
                                 {"workload", required_argument, nullptr, 'w'},
                                 {"queue", required_argument, nullptr, 'q'},
                                 {"workers", required_argument, nullptr, 'n'},
                                 {"producers", required_argument, nullptr, 'p'},
                                 {"load", required_argument, nullptr, 'l'},
                                 {"tasks", required_argument, nullptr, 't'},
                                 {"share", required_argument, nullptr, 'x'},
                                 {"seeds", required_argument, nullptr, 's'},
                                 {"costs", required_argument, nullptr, 'f'},
                                 {"set", required_argument, nullptr, 'e'},
                                 {"sites", no_argument, nullptr, 'i'},
                                 {"output", required_argument, nullptr, 'o'},
                                 {"list", no_argument, nullptr, 'L'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {nullptr, 0, nullptr, 0}};
  choice c;
  int place = 0;
  for (int which; (which = ::getopt_long(argc, argv, "", known, &place)) != -1;) {
    const std::string text = optarg == nullptr ? "" : optarg;
    const auto count = [&](double most = 1e12) { return number(known[place].name, text, 1, most); };
    switch (which) {
      case 'c':
        c.cores.clear();
        for (const auto& word : words_of(text)) c.cores.push_back(static_cast<unsigned>(number("cores", word, 1, most_cores)));
        break;
      case 'w':
        for (auto word : words_of(text)) {
          std::ranges::transform(word, word.begin(), [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
          c.workloads.push_back(word);
        }
        break;
      case 'q': c.queues = words_of(text); break;
      case 'k': c.cores_per_socket = static_cast<unsigned>(count()); break;
      case 'n': c.workers = static_cast<unsigned>(count(4096)); break;
      case 'p': c.producers = static_cast<unsigned>(count(4096)); break;
      case 'l': c.load = number("load", text, 0.001, 0.999); break;
      case 't': c.tasks = static_cast<std::uint64_t>(count()); break;
      case 'x': c.share = number("share", text, 1e-6); break;
      case 's': c.seeds = static_cast<unsigned>(count()); break;
      case 'f': {
        std::ifstream file(text);
        if (!file) throw std::invalid_argument("cannot read " + text);
        read_costs(file, c.prices);
        break;
      }
      case 'e': {
        std::string pair = text;
        std::ranges::replace(pair, '=', ' ');
        std::istringstream one(pair);
        read_costs(one, c.prices);
        break;
      }
      case 'i': c.sites = true; break;
      case 'o': c.output = text; break;
      case 'L': c.only_list = true; break;
      case 'h': std::fputs(usage, stdout); std::exit(0);
      default: throw std::invalid_argument("--help lists the options");
    }
  }
  if (optind < argc) throw std::invalid_argument(std::string("what is '") + argv[optind] + "'?");
  if (c.cores.empty()) throw std::invalid_argument("--cores cannot be empty");
  return c;
}

}  // namespace weir::bench::sim

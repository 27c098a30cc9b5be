// SPDX-License-Identifier: Apache-2.0
/// Curves over the number of simulated cores. See bench/machine/README.md for the model and for what it leaves out.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "bench/machine/choice.hpp"
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

/// One run: what is in a line of the results, and where the time went.
struct run {
  std::vector<double> values;
  outcome end;
};

run simulate(const program& which, const choice& wanted, unsigned cores, std::uint64_t seed) {
  computer_options machine{.cores = cores, .cores_per_socket = wanted.cores_per_socket, .seed = seed, .prices = wanted.prices};
  extent size{.workers = wanted.workers == 0 ? cores : wanted.workers, .producers = wanted.producers, .load = wanted.load};
  const double grown = std::max(1.0, std::sqrt(cores / 4.0));  // more cores finish more in the same time
  size.tasks = wanted.tasks != 0 ? wanted.tasks : static_cast<std::uint64_t>(static_cast<double>(which.usual_tasks) * grown * wanted.share);
  run r;
  r.values.resize(which.metrics.size());
  r.end = computer(machine).run([&] {
    const auto values = which.measure(size);
    std::copy(values.begin(), values.end(), r.values.begin());
  });
  return r;
}

void print_sites(const outcome& end) {
  constexpr std::size_t shown = 12;
  const auto sites = end.sites.by_cost();
  std::fprintf(
      stderr,
      "  SIMULATED: the lines that cost most, in core time; `held` is for how much of the time it keeps cache lines from other cores\n");
  std::fprintf(stderr, "  %10s %12s %8s %8s %6s  line\n", "times", "spent, us", "queued", "moving", "held");
  for (std::size_t n = 0; n < std::min(shown, sites.size()); ++n) {
    const entry& s = sites[n];
    std::fprintf(stderr, "  %10llu %12.1f %7.0f%% %7.0f%% %5.0f%%  %s\n", static_cast<unsigned long long>(s.times), s.spent / 1e3,
                 100 * s.queued / s.spent, 100 * s.moved / s.spent, 100 * s.held / end.measured, s.place().c_str());
  }
}

int play(const choice& wanted) {
  std::vector<const program*> chosen;
  for (const program& each : programs())
    if (wanted.wants(each.workload, each.pool)) chosen.push_back(&each);
  std::ranges::sort(chosen, {}, [](const program* p) { return std::pair(p->workload, p->pool); });
  if (chosen.empty()) throw std::invalid_argument("no such workload with such a queue; --list names them");
  if (wanted.only_list) {
    for (const program* each : chosen) std::cout << each->workload << "  " << each->pool << "  " << each->what << '\n';
    return 0;
  }
  std::ofstream file;
  if (!wanted.output.empty()) file.open(wanted.output);
  std::ostream& out = wanted.output.empty() ? std::cout : file;
  out << "# SIMULATED: virtual time of the model in bench/machine/README.md, no measurement; the column `workers` holds the cores\n"
         "workload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet\n";
  const std::size_t all = chosen.size() * wanted.cores.size() * wanted.seeds;
  std::size_t done = 0;
  for (const program* each : chosen) {
    for (const unsigned cores : wanted.cores) {
      for (unsigned seed = 1; seed <= wanted.seeds; ++seed) {
        const run r = simulate(*each, wanted, cores, seed);
        if (!r.end.ok) {
          std::fprintf(stderr, "machine: %s, %s, %u cores, seed %u: %s\n", std::string(each->workload).c_str(),
                       std::string(each->pool).c_str(), cores, seed, r.end.error.c_str());
          return 1;
        }
        for (std::size_t n = 0; n != r.values.size(); ++n) {
          const metric& m = each->metrics[n];
          out << each->workload << ',' << m.name << ',' << m.unit << ',' << (m.good == better::lower ? "lower" : "higher") << ",0,"
              << each->pool << ',' << cores << ',' << seed << ',' << r.values[n] << ",0,yes\n";
        }
        out.flush();
        std::fprintf(stderr, "[%zu/%zu] %s %s, %u cores: %.4g %s\n", ++done, all, std::string(each->workload).c_str(),
                     std::string(each->pool).c_str(), cores, r.values.front(), std::string(each->metrics.front().unit).c_str());
        if (wanted.sites && seed == wanted.seeds) print_sites(r.end);
      }
    }
  }
  if (!out) throw std::runtime_error("cannot write " + wanted.output);
  return 0;
}

}  // namespace
}  // namespace weir::bench::sim

int main(int argc, char** argv) {
  try {
    return weir::bench::sim::play(weir::bench::sim::read_command_line(argc, argv));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "machine: %s\n", e.what());
    return 64;
  }
}

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_CHOICE_HPP
#define WEIR_BENCH_MACHINE_CHOICE_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine/costs.hpp"

namespace weir::bench::sim {

/// What the command line of //bench:machine asks for.
struct choice {
  std::vector<unsigned> cores{1, 2, 4, 8, 16, 32, 64, 128};
  unsigned cores_per_socket = 64;
  std::vector<std::string> workloads, queues;  ///< empty: all
  unsigned workers = 0;                        ///< 0: as many as cores
  unsigned producers = 0;                      ///< 0: the workload's own number
  std::uint64_t tasks = 0;                     ///< 0: the workload's own number, more with more cores
  double share = 1;
  double load = 0.7;
  unsigned seeds = 1;
  costs prices{};
  std::string output;                          ///< empty: standard output
  bool sites = false;
  bool only_list = false;

  [[nodiscard]] bool wants(std::string_view workload, std::string_view queue) const {
    const auto in = [](const auto& names, std::string_view name) { return names.empty() || std::ranges::find(names, name) != names.end(); };
    return in(workloads, workload) && in(queues, queue);
  }
};

/// Prints the usage and ends the process for --help. Throws std::invalid_argument for what it does not know.
choice read_command_line(int argc, char** argv);

}  // namespace weir::bench::sim

#endif

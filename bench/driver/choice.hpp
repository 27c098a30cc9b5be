// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_CHOICE_HPP
#define WEIR_BENCH_DRIVER_CHOICE_HPP

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/effort.hpp"

namespace weir::bench {

/// What the command line asks for.
struct choice {
  effort size{};
  std::vector<unsigned> workers{2};      ///< every bout with each of these; a child has only its own
  unsigned rounds = 7;
  unsigned retries = 2;                  ///< how often a disturbed measurement is tried again within its round
  std::chrono::milliseconds wait{0};     ///< how long to wait for quiet cores before each measurement
  std::vector<std::string> with;          ///< NAME=DIR: contestants whose libraries are checkouts of the user's
  std::vector<std::string> workloads;    ///< empty: all
  std::vector<std::string> contestants;  ///< empty: all
  std::string go_modules;                ///< where modules lie that contestants in Go are made of; empty: nowhere
  bool twice = false;                    ///< every contestant entered twice, to see the noise floor
  bool save = false;
  bool only_answers = false;             ///< smoke: the answers matter, the numbers do not
  bool only_list = false;
  bool child = false;                    ///< this process is one contestant's

  [[nodiscard]] bool wants(std::string_view workload, std::string_view contestant) const;
  /// Whether any contestant whose name begins so could be wanted.
  [[nodiscard]] bool may_want(std::string_view beginning) const;
};

/// Reads the command line, with so many rounds if it says nothing of them; on a mistake or --help prints the usage and ends the process.
[[nodiscard]] choice read_command_line(int argc, char** argv, unsigned usual_rounds = 7);

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_CONTEST_HPP
#define WEIR_BENCH_DRIVER_CONTEST_HPP

#include <optional>
#include <string>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/driver/choice.hpp"
#include "bench/driver/cores.hpp"

namespace weir::bench {

/// One bout's values in one round.
struct measurement {
  unsigned round;
  std::vector<double> values;
  disturbance others;
};

/// One bout over all rounds. A twin is a second, equal entry, made to see the noise.
struct standing {
  const bout* which;
  bool twin = false;
  std::vector<measurement> measured{};
  unsigned workers = 2;

  [[nodiscard]] std::string contestant() const { return std::string(which->contestant) + (twin ? "'" : ""); }
  /// Of the same workload with as many workers: neighbours in the table's rows.
  [[nodiscard]] bool meets(const standing& other) const { return which->workload == other.which->workload && workers == other.workers; }
  [[nodiscard]] std::size_t quiet_rounds() const;
  /// The quiet rounds' values of one metric; of all rounds if none was quiet.
  [[nodiscard]] std::vector<double> values_of(std::size_t metric) const;
};

/// Who meets whom, by workload in its order, then by number of workers, then by contestant.
[[nodiscard]] std::vector<standing> line_up(const catalogue& all, const choice& wanted);

/// Plays all rounds, showing progress on stderr. Stops at the first failure and says what it was.
[[nodiscard]] std::optional<std::string> play(std::vector<standing>& table, const choice& wanted);

}  // namespace weir::bench

#endif

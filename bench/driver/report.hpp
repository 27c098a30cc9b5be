// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_REPORT_HPP
#define WEIR_BENCH_DRIVER_REPORT_HPP

#include <ostream>
#include <vector>

#include "bench/driver/choice.hpp"
#include "bench/driver/contest.hpp"
#include "bench/driver/machine.hpp"

namespace weir::bench {

/// One row per metric, one column per contestant: median, spread, and the ratio to the best peer in C++ (over 1: worse than it).
void print_table(std::ostream& out, const std::vector<standing>& table, const machine& here, const choice& wanted);

/// How far each contestant is from its equal twin: differences of this size mean nothing.
void print_noise_floor(std::ostream& out, const std::vector<standing>& table);

/// Every measurement, disturbed ones too, one a line.
void print_raw(std::ostream& out, const std::vector<standing>& table, const machine& here, const choice& wanted);

}  // namespace weir::bench

#endif

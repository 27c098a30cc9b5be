// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_WORKLOAD_HPP
#define WEIR_BENCH_WORKLOADS_WORKLOAD_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include "bench/contestants/contestant.hpp"
#include "bench/support/effort.hpp"

namespace weir::bench {

enum class better { lower, higher };

/// One number that a workload measures: one row of the table.
struct metric {
  std::string_view name;  ///< empty if it is the workload's only one
  std::string_view unit;
  better good = better::lower;
  double floor = 0;  ///< under it, values are too small to tell apart and count as equal
};

/// A workload is a struct with
///
/// | expression              | meaning                                                              |
/// |-------------------------|----------------------------------------------------------------------|
/// | `W::name`, `W::what`    | "W1", and a line for people                                          |
/// | `W::metrics`            | `std::array<metric, n>`: its rows                                    |
/// | `W::suits<C>`           | whether contestant `C` is able to do it                              |
/// | `W::measure<C>(effort)` | does it once on a pool of its own, checks every answer, gives values |
template <class W>
using values_of = std::array<double, std::tuple_size_v<std::remove_cvref_t<decltype(W::metrics)>>>;

}  // namespace weir::bench

#endif

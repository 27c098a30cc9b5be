// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_NQUEENS_HPP
#define WEIR_BENCH_WORKLOADS_NQUEENS_HPP

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

#include "bench/support/clock.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// The number of ways to place 12 queens, by a loop over the columns inside a loop over the columns, 12 deep, without a cut-off. What it shows: what
/// a fork costs that is not worth another thread, which almost all of the 856 189 are.
struct nqueens {
  static constexpr std::string_view name = "N3q";
  static constexpr std::string_view what = "12 queens, a nested loop at each row";
  static constexpr std::array metrics{metric{"", "ms"}, metric{"processor time", "ms"}};
  template <class C>
  static constexpr bool suits = has_forks<C>;

  template <class C>
  static values_of<nqueens> measure(const effort& e) {
    struct board {
      int size;
      std::uint64_t nodes, solutions;
    };
    constexpr std::array<board, 5> boards{{{8, 2057, 92}, {9, 8394, 352}, {10, 35'539, 724}, {11, 166'926, 2680}, {12, 856'189, 14'200}}};
    auto chosen = boards.front();
    for (const board& each : boards)
      if (each.nodes <= e.tasks(boards.back().nodes)) chosen = each;
    C pool(e.workers);
    std::uint64_t found = 0;
    const double before = processor_time();
    const double elapsed = time_of([&] { pool.enter([&](auto& where) { found = place<C>(where, chosen.size, 0, 0, 0, 0); }); });
    const double used = processor_time() - before;
    if (found != chosen.solutions) wrong_answer(std::to_string(found) + " ways to place the queens");
    return {elapsed / 1e6, used / 1e6};
  }

 private:
  /// Each bit of `columns`, `left` and `right` is a column of the next row that is attacked.
  template <class C, class Where>
  static std::uint64_t place(Where& where, int size, int row, std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
    if (row == size) return 1;
    std::array<std::uint64_t, 12> found{};
    C::each(where, size, [=, &found](auto& here, int column) {
      const std::uint32_t queen = 1u << column;
      if (((columns | left | right) & queen) != 0) return;
      found[static_cast<std::size_t>(column)] = place<C>(here, size, row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    });
    return std::accumulate(found.begin(), found.end(), std::uint64_t{0});
  }
};

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_SERIES_HPP
#define WEIR_BENCH_SUPPORT_SERIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace weir::bench {

/// The value below which `share` of the series lies, between neighbours by straight line. An empty series has none: NaN.
[[nodiscard]] inline double quantile(std::vector<double> series, double share) {
  if (series.empty()) return std::nan("");
  std::sort(series.begin(), series.end());
  const auto place = share * static_cast<double>(series.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, series.size() - 1);
  return series[below] + (place - static_cast<double>(below)) * (series[above] - series[below]);
}

[[nodiscard]] inline double median(std::vector<double> series) { return quantile(std::move(series), 0.5); }

/// Half the distance between the quartiles, as a share of the median: how far a row is to be trusted.
[[nodiscard]] inline double spread(const std::vector<double>& series) {
  const auto middle = median(series);
  return middle == 0 ? 0 : (quantile(series, 0.75) - quantile(series, 0.25)) / 2 / middle;
}

}  // namespace weir::bench

#endif

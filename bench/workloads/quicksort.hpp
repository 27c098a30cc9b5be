// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_QUICKSORT_HPP
#define WEIR_BENCH_WORKLOADS_QUICKSORT_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// A quicksort of 20 M integers that forks at each split, down to 1000 elements, which std::sort sorts. What it shows: forks and joins of unequal
/// parts, of which the first are long and the last ten microseconds.
struct quicksort {
  static constexpr std::string_view name = "N3s";
  static constexpr std::string_view what = "quicksort of 20 M ints, a fork at each split";
  static constexpr std::array metrics{metric{"", "ms"}, metric{"processor time", "ms"}};
  template <class C>
  static constexpr bool suits = has_forks<C>;

  template <class C>
  static values_of<quicksort> measure(const effort& e) {
    std::vector<std::uint32_t> numbers(e.tasks(20'000'000));
    std::uint32_t x = 1;
    for (auto& each : numbers) each = x = x * 1664525 + 1013904223;
    const auto sum = std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
    C pool(e.workers);
    const double before = processor_time();
    const double elapsed =
        time_of([&] { pool.enter([&](auto& where) { sort<C>(where, numbers.data(), numbers.data() + numbers.size()); }); });
    const double used = processor_time() - before;
    if (!std::is_sorted(numbers.begin(), numbers.end()) || std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}) != sum)
      wrong_answer("the numbers are not sorted");
    return {elapsed / 1e6, used / 1e6};
  }

 private:
  template <class C, class Where>
  static void sort(Where& where, std::uint32_t* first, std::uint32_t* last) {
    if (last - first <= 1000) return std::sort(first, last);
    const std::uint32_t a = *first, b = first[(last - first) / 2], c = last[-1];
    const std::uint32_t pivot = std::max(std::min(a, b), std::min(std::max(a, b), c));
    std::uint32_t *low = first, *high = last - 1;
    for (;; ++low, --high) {
      while (*low < pivot) ++low;
      while (pivot < *high) --high;
      if (low >= high) break;
      std::swap(*low, *high);
    }
    std::uint32_t* const cut = high + 1;
    C::both(
        where, [=](auto& here) { sort<C>(here, first, cut); }, [=](auto& here) { sort<C>(here, cut, last); });
  }
};

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SEARCH_PROBE_HPP
#define WEIR_VERIFY_SUPPORT_SEARCH_PROBE_HPP

#include <weir/verify/support/search_strategy.hpp>
#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace weir::verify::checker {

/// Executions of a bounded_search, each chosen by chance and on its own, which tell how many the search would walk until it ends (Knuth, Estimating
/// the efficiency of backtrack programs, 1975): the mean of the reciprocals of their probabilities. Where a bound is left to be spent, it is spent
/// about evenly over the rest of the execution: most executions of a bounded search deviate late, and a fair choice at each decision hardly ever does.
class search_probe final : public bounded_search {
 public:
  /// So many, each of about `length` decisions.
  search_probe(int preemptions, int oddities, divergence ends, std::uint64_t probes, std::size_t length, std::uint64_t seed)
      : bounded_search(preemptions, oddities, ends), most_(static_cast<double>(probes)), length_(length), seed_(seed) {}

  void begin(std::uint64_t execution) override {
    bounded_search::begin(execution);
    forget_the_path();
    random_.seed(seed_, execution);
    stands_for_ = 1;
  }
  bool exhausted() override {
    ++probes_;
    sum_ += stands_for_;
    squares_ += stands_for_ * stands_for_;
    return probes_ >= most_;
  }
  [[nodiscard]] bool counts() const override { return false; }  // the search would come to it

  /// How many executions there are.
  [[nodiscard]] double mean() const { return sum_ / probes_; }
  /// Two standard errors of the mean.
  [[nodiscard]] double error() const { return 2 * std::sqrt(std::max(0.0, squares_ / probes_ - mean() * mean()) / probes_); }

 private:
  unsigned decide(unsigned count, int left) override {
    if (left < 0) {
      stands_for_ *= count;
      return random_.below(count);
    }
    const double rest = length_ > length() ? static_cast<double>(length_ - length()) : 0;
    const double deviates = std::min(0.5, left / (rest + 1));
    constexpr unsigned fine = 1u << 30;
    if (random_.below(fine) >= deviates * fine) {
      stands_for_ /= 1 - deviates;
      return 0;
    }
    stands_for_ *= (count - 1) / deviates;
    return 1 + random_.below(count - 1);
  }

  const double most_;
  const std::size_t length_;
  const std::uint64_t seed_;
  generator random_;
  double stands_for_ = 1;  ///< executions, the present one
  double probes_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace weir::verify::checker

#endif

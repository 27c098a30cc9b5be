// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_STORAGE_TIME_HISTOGRAM_HPP
#define WEIR_POLICIES_OBSERVER_STORAGE_TIME_HISTOGRAM_HPP

#include <weir/platform/cache_line.hpp>
#include <weir/platform/order.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace weir::observer {

/// A copy of what has been measured: how many tasks took how long.
template <class Scale>
class time_histogram {
 public:
  /// How many were measured.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// The longest one, exactly; 0 if none was measured.
  [[nodiscard]] std::chrono::nanoseconds max() const noexcept { return max_; }
  /// How many were not measured: the observer's place for tasks that callers run was full.
  [[nodiscard]] std::uint64_t unmeasured() const noexcept { return unmeasured_; }

  /// The duration that a share `q` of all, from 0 to 1, did not exceed: quantile(0.99) is p99. It is the longest one of its class of the scale, so it
  /// may be too long by one part in 2^Bits, but never exceeds max(). 0 if none was measured. Linear in the size of the scale.
  [[nodiscard]] std::chrono::nanoseconds quantile(double q) const noexcept {
    const double wanted = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_));
    std::uint64_t seen = 0;
    for (std::size_t each = 0; each != Scale::size; ++each) {
      seen += classes_[each];
      if (seen != 0 && static_cast<double>(seen) >= wanted) return std::min(Scale::longest_of(each), max_);
    }
    return max_;
  }
  /// How many are in classes that do not exceed `most`. Linear in the size of the scale.
  [[nodiscard]] std::uint64_t count_to(std::chrono::nanoseconds most) const noexcept {
    std::uint64_t seen = 0;
    for (std::size_t each = 0; each != Scale::size && Scale::longest_of(each) <= most; ++each) seen += classes_[each];
    return seen;
  }
  /// About all of them together, in seconds: each is taken as the longest one of its class. Linear in the size of the scale.
  [[nodiscard]] double sum() const noexcept {
    double seconds = 0;
    for (std::size_t each = 0; each != Scale::size; ++each) {
      const std::chrono::duration<double> longest = std::min(Scale::longest_of(each), max_);
      seconds += static_cast<double>(classes_[each]) * longest.count();
    }
    return seconds;
  }

  void add(std::size_t to, std::uint64_t n) noexcept {
    classes_[to] += n;
    count_ += n;
  }
  void add_max(std::chrono::nanoseconds longest) noexcept { max_ = std::max(max_, longest); }
  void add_unmeasured(std::uint64_t n) noexcept { unmeasured_ += n; }

 private:
  std::array<std::uint64_t, Scale::size> classes_{};
  std::uint64_t count_ = 0;
  std::uint64_t unmeasured_ = 0;
  std::chrono::nanoseconds max_{};
};

/// A histogram that any number of threads add to at once.
template <class P, class Scale>
class alignas(platform::cache_line) shared_histogram {
  using rep = std::chrono::nanoseconds::rep;

 public:
  void add(std::chrono::nanoseconds took) noexcept {
    // [HIST-1] relaxed, alone: a count orders nothing.
    classes_[Scale::class_of(took)].fetch_add(1, std::memory_order_relaxed);
    // [HIST-1] relaxed, alone: a maximum orders nothing.
    rep seen = max_.load(std::memory_order_relaxed);
    // [HIST-1] relaxed, alone: a maximum orders nothing.
    while (seen < took.count() && !max_.compare_exchange_weak(seen, took.count(), std::memory_order_relaxed, std::memory_order_relaxed)) {
    }
  }
  void add_to(time_histogram<Scale>& sum) const noexcept {
    // [HIST-1] relaxed, alone: a count orders nothing.
    for (std::size_t each = 0; each != Scale::size; ++each) sum.add(each, classes_[each].load(std::memory_order_relaxed));
    // [HIST-1] relaxed, alone: a maximum orders nothing.
    sum.add_max(std::chrono::nanoseconds(max_.load(std::memory_order_relaxed)));
  }

 private:
  std::array<typename P::template atomic<std::uint64_t>, Scale::size> classes_;
  typename P::template atomic<rep> max_;
};

}  // namespace weir::observer

#endif

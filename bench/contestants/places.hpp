// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_PLACES_HPP
#define WEIR_BENCH_CONTESTANTS_PLACES_HPP

#include <atomic>

namespace weir::bench {

/// Keeps the number of tasks of a pool that has no limit of its own: what its users put in front of it. Places that are given back are free again by
/// five hundreds: a submitter that was woken for each took more time than the tasks.
class places {
 public:
  /// `most`: a number of five hundreds.
  explicit places(unsigned most) noexcept : most_(most / at_once) {}
  places(const places&) = delete;

  /// Waits until there is one.
  void take() noexcept {
    const unsigned mine = taken_.fetch_add(1, std::memory_order_relaxed) / at_once;
    for (unsigned back = 0; mine >= (back = back_.load(std::memory_order_acquire)) + most_;) back_.wait(back, std::memory_order_acquire);
  }
  void give_back() noexcept {
    if ((given_back_.fetch_add(1, std::memory_order_acq_rel) + 1) % at_once != 0) return;
    back_.fetch_add(1, std::memory_order_release);
    back_.notify_all();
  }

 private:
  static constexpr unsigned at_once = 500;

  const unsigned most_;  // this and back_: in five hundreds
  std::atomic<unsigned> taken_{0};
  std::atomic<unsigned> given_back_{0};
  std::atomic<unsigned> back_{0};
};

}  // namespace weir::bench

#endif

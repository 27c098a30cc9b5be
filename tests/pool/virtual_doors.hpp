// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POOL_VIRTUAL_DOORS_HPP
#define TESTS_POOL_VIRTUAL_DOORS_HPP

#include <weir/verify/simulated.hpp>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace weir::tests {

/// What went wrong under one of many schedules; empty if nothing did.
template <class F>
[[nodiscard]] std::string under_many_schedules(F program, const std::vector<unsigned>& failing_starts = {}) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const verify::outcome o = verify::world({.seed = seed, .failing_starts = failing_starts}).run(program);
    if (!o.ok) return o.error;
  }
  return "";
}

/// For a system that refuses every thread from the nth on.
[[nodiscard]] inline std::vector<unsigned> all_starts_from(unsigned nth) {
  std::vector<unsigned> all(2000);
  std::iota(all.begin(), all.end(), nth);
  return all;
}

/// A door for virtual threads.
class door {
 public:
  void open() {
    verify::simulated::unique_lock lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  void pass() {
    verify::simulated::unique_lock lock(mutex_);
    while (!open_) opened_.wait(lock);
  }

 private:
  verify::simulated::mutex mutex_;
  verify::simulated::condition_variable opened_;
  bool open_ = false;
};

}  // namespace weir::tests

#endif

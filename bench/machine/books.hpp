// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_BOOKS_HPP
#define WEIR_BENCH_MACHINE_BOOKS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/machine/machine.hpp"

namespace weir::bench::sim {

/// Which tasks have run, each of them once. Keeping these books costs a task what the benchmark's own tally costs it, and passes no cache line to and
/// fro: the machine is one real thread, so a plain number is right. A wrong entry ends the run.
class books {
 public:
  explicit books(std::uint64_t tasks) : seen_(tasks), left_(tasks) {}

  void finish(std::uint64_t task) {
    constexpr double of_the_tally = 2;
    computer::current()->spend(of_the_tally);
    if (task >= seen_.size()) machine::fail("a task with a number that none has: " + std::to_string(task));
    if (seen_[task]) machine::fail("a task ran twice: " + std::to_string(task));
    seen_[task] = true;
    if (--left_ != 0) return;
    machine::unique_lock lock(mutex_);
    finished_ = true;
    told_.notify_all();  // under the lock: the waiter may destroy this object as soon as it gets the lock
  }
  /// Returns when all have finished.
  void wait() {
    machine::unique_lock lock(mutex_);
    while (!finished_) told_.wait(lock);
  }

 private:
  std::vector<bool> seen_;
  std::uint64_t left_;
  bool finished_ = false;
  machine::mutex mutex_;
  machine::condition_variable told_;
};

}  // namespace weir::bench::sim

#endif

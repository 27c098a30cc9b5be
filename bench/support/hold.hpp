// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_HOLD_HPP
#define WEIR_BENCH_SUPPORT_HOLD_HPP

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// Keeps every worker of a pool busy with a task that waits: the pool has all its threads then, and whatever is posted stays queued.
/// Must outlive the pool, whose tasks all have to be finished when it ends: await_left().
class hold {
 public:
  hold(unsigned workers, std::chrono::milliseconds patience) : workers_(workers), patience_(patience) {}

  /// Returns when each worker is held. One after the other, because a worker may take several tasks at a time.
  template <class C>
  void take(C& pool) {
    for (unsigned worker = 1; worker <= workers_; ++worker) {
      post_one(pool);
      await_held(worker);
    }
    await_held(workers_);
  }
  /// The parts of take(), for a pool that has not all its workers yet: posts what holds one worker; returns when so many are held.
  template <class C>
  void post_one(C& pool) {
    pool.post([this] { stay(); });
  }
  void await_held(unsigned workers) {
    await([&] { return held_ >= workers; }, "a worker was not there");
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// Returns when no worker is held any more: all of them are about to look for work.
  void await_left() {
    await([this] { return left_ == workers_; }, "a worker did not come back");
  }

 private:
  void stay() {
    std::unique_lock lock(mutex_);
    ++held_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    ++left_;
    changed_.notify_all();
  }
  template <class Done>
  void await(Done done, const char* otherwise) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, patience_, done)) wrong_answer(otherwise);
  }

  const unsigned workers_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned held_ = 0;
  unsigned left_ = 0;
  bool open_ = false;
};

}  // namespace weir::bench

#endif

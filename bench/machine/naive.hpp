// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_NAIVE_HPP
#define WEIR_BENCH_MACHINE_NAIVE_HPP

#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace weir::bench {

/// The pool of contestants/naive.cpp over a platform: one mutex, one condition variable, a `std::deque` of `std::function`.
template <class P>
class naive_on {
 public:
  explicit naive_on(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  naive_on(const naive_on&) = delete;
  naive_on& operator=(const naive_on&) = delete;
  ~naive_on() {
    {
      typename P::unique_lock lock(mutex_);
      state_.write().closed = true;
    }
    not_empty_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  template <class F>
  void post(F f) {
    {
      typename P::unique_lock lock(mutex_);
      state_.write().tasks.emplace_back().write() = std::move(f);
    }
    not_empty_.notify_one();
  }

 private:
  struct state {
    std::deque<typename P::template cell<std::function<void()>>> tasks;
    bool closed = false;
  };

  void work() {
    for (;;) {
      std::function<void()> task;
      {
        typename P::unique_lock lock(mutex_);
        while (!state_.read().closed && state_.read().tasks.empty()) not_empty_.wait(lock);
        state& its = state_.write();
        if (its.tasks.empty()) return;
        task = std::move(its.tasks.front().write());
        its.tasks.pop_front();
      }
      task();
    }
  }

  typename P::mutex mutex_;
  typename P::condition_variable not_empty_;
  typename P::template cell<state> state_;
  std::vector<typename P::thread> threads_;
};

}  // namespace weir::bench

#endif

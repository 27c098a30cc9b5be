// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_MOODYCAMEL_POOL_HPP
#define WEIR_BENCH_CONTESTANTS_MOODYCAMEL_POOL_HPP

#if __has_include(<concurrentqueue/moodycamel/blockingconcurrentqueue.h>)  // since Debian 13
#include <concurrentqueue/moodycamel/blockingconcurrentqueue.h>
#else
#include <concurrentqueue/blockingconcurrentqueue.h>
#endif

#include <array>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "bench/contestants/contestant.hpp"

namespace weir::bench {

/// Threads around moodycamel's `BlockingConcurrentQueue` of `std::function`, as its users write it; each takes up to `Batch` tasks at a
/// time. Results through a shared `std::packaged_task`.
template <std::size_t Batch>
class moodycamel_pool : public contestant {
 public:
  explicit moodycamel_pool(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~moodycamel_pool() {
    // Every task has finished, so nothing is behind these; one at a time, lest a worker take another's in its batch.
    for (std::size_t left = threads_.size(); left > 0; --left) {
      queue_.enqueue({});
      ended_.wait();
    }
    for (auto& thread : threads_) thread.join();
  }

  template <class F>
  void post(F f) {
    queue_.enqueue(std::move(f));
  }
  template <class F>
  auto run(F f) {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
    post([task] { (*task)(); });
    return result.get();
  }

 private:
  using task = std::function<void()>;

  void work() {
    std::array<task, Batch> taken;
    for (;;) {
      const auto count = queue_.wait_dequeue_bulk(taken.begin(), Batch);
      for (std::size_t i = 0; i < count; ++i) {
        if (!taken[i]) {
          ended_.signal();
          return;
        }
        taken[i]();
        taken[i] = nullptr;
      }
    }
  }

  moodycamel::BlockingConcurrentQueue<task> queue_;
  moodycamel::LightweightSemaphore ended_;
  std::vector<std::thread> threads_;
};

}  // namespace weir::bench

#endif

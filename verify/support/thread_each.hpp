// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_THREAD_EACH_HPP
#define WEIR_VERIFY_SUPPORT_THREAD_EACH_HPP

#include <weir/options.hpp>
#include <weir/platform/thread_traits.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <array>
#include <atomic>
#include <optional>
#include <utility>

namespace weir::verify {

/// Runs each task on a thread of its own, without the steps of a pool: for claims about what posts tasks, such as continuations, whose executions on a
/// pool are too many to be seen. There may be two tasks.
template <class P>
class thread_each {
 public:
  using platform_type = P;

  explicit thread_each(const options&) {}

  post_result try_post(task& t) {
    // [STAGE] relaxed: only a number.
    std::optional<typename P::thread>& place = threads_[posted_.fetch_add(1, std::memory_order_relaxed)];
    // As by a worker, the task is destroyed by its thread.
    place.emplace([mine = std::move(t)]() mutable { std::exchange(mine, {})(); }, platform::thread_traits{});
    return post_result::accepted;
  }
  /// Returns when all tasks have ended. Nothing is posted meanwhile.
  void wait_idle() {
    for (std::optional<typename P::thread>& each : threads_)
      if (each) each->join();
  }
  void shutdown() {}
  void join() {}
  [[nodiscard]] weir::stats stats() const { return {}; }

 private:
  typename P::template atomic<unsigned> posted_{0};
  std::array<std::optional<typename P::thread>, 2> threads_;
};

}  // namespace weir::verify

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WAITS_OF_ALL_HPP
#define WEIR_ENGINE_POOL_WAITS_OF_ALL_HPP

#include <weir/engine/pool/core_access.hpp>
#include <weir/engine/pool/wait_calls.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/report.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// The waits of a multi_pool for its pools, one after the other. An exception of a task, which a pool's wait throws, stays here until a wait for all
/// pools has completed, or until a later one completes where this one has timed out.
template <class P>
class waits_of_all {
 public:
  using time_point = typename P::clock::time_point;

  waits_of_all() = default;
  waits_of_all(const waits_of_all&) = delete;
  waits_of_all& operator=(const waits_of_all&) = delete;
  ~waits_of_all() {
    if (const auto left = first_.read()) platform::report(left, "no call waited for the multi_pool, which is being destroyed");
  }

  /// Waits until nothing is left in any of `pools`, to which each post counts a `turn`; false if the deadline, unless it is null, comes first. Throws
  /// what refuses the wait.
  ///
  /// A task of one pool may post to another pool that was found idle before. After one pass over all pools that task has ended, after two also what
  /// it posted; if there was no post meanwhile, nothing is left.
  template <class Pools, class Turn>
  bool until_quiet(Pools& pools, const Turn& turn, const time_point* deadline) {
    for (;;) {
      // [SHARD-1] relaxed, alone: the posts of a task come before its end, and that before the end of the wait.
      const auto before = turn.load(std::memory_order_relaxed);
      for (int pass = 0; pass != 2; ++pass)
        for (auto* p : pools)
          if (!wait_calls(core_access::of(*p)).wait_idle(deadline, keeper())) return false;
      // [SHARD-1] relaxed, alone: as above.
      if (turn.load(std::memory_order_relaxed) == before) return true;
    }
  }
  /// The same for the end of all pools.
  template <class Pools>
  bool until_ended(Pools& pools, const time_point* deadline) {
    for (auto* p : pools)
      if (!wait_calls(core_access::of(*p)).join(deadline, keeper())) return false;
    return true;
  }
  /// Call when all pools' waits have completed: throws the first exception that was kept. Later ones have been printed to standard error.
  void rethrow_kept() {
    if (std::exception_ptr kept = take()) std::rethrow_exception(std::move(kept));
  }

 private:
  [[nodiscard]] auto keeper() noexcept {
    return [this](std::exception_ptr thrown) { keep(std::move(thrown)); };
  }
  void keep(std::exception_ptr thrown) {
    {
      typename P::unique_lock lock(mutex_);
      if (!first_.read()) {
        first_.write() = std::move(thrown);
        return;
      }
    }
    platform::report(thrown, "an earlier one is kept for the next wait");
  }
  std::exception_ptr take() {
    typename P::unique_lock lock(mutex_);
    return std::exchange(first_.write(), nullptr);
  }

  typename P::mutex mutex_;
  typename P::template cell<std::exception_ptr> first_;
};

}  // namespace weir::engine

#endif

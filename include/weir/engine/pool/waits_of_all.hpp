// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WAITS_OF_ALL_HPP
#define WEIR_ENGINE_POOL_WAITS_OF_ALL_HPP

#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/report.hpp>

#include <exception>
#include <system_error>
#include <utility>

namespace weir::engine {

/// The waits of a multi_pool for its pools, one after the other. An exception of a task, which a pool's wait throws, stays here until a wait for all
/// pools has completed, or until a later one completes where this one has timed out.
template <class P>
class waits_of_all {
 public:
  waits_of_all() = default;
  waits_of_all(const waits_of_all&) = delete;
  waits_of_all& operator=(const waits_of_all&) = delete;
  ~waits_of_all() {
    if (const auto left = first_.read()) platform::report(left, "no call waited for the multi_pool, which is being destroyed");
  }

  /// Returns what `wait()`, for one of the pools, returns; true if it has thrown what a task threw, since that pool's wait has completed then.
  /// Throws a refusal of the wait.
  template <class Wait>
  bool completes(Wait wait) {
    try {
      return wait();
    } catch (const std::system_error& e) {
      if (e.code() == std::errc::resource_deadlock_would_occur) throw_if_refused(wait);
      keep(std::current_exception());
    } catch (...) {
      platform::pass_on_forced_unwind();
      keep(std::current_exception());
    }
    return true;
  }
  /// Waits, by `wait` of a pool, until nothing is left in any of `pools`, to which each post counts a `turn`; false if one wait does not complete.
  ///
  /// A task of one pool may post to another pool that was found idle before. After one pass over all pools that task has ended, after two also what
  /// it posted; if there was no post meanwhile, nothing is left.
  template <class Pools, class Turn, class Wait>
  bool until_quiet(Pools& pools, const Turn& turn, Wait wait) {
    for (;;) {
      // [SHARD-1] relaxed, alone: the posts of a task come before its end, and that before the end of the wait.
      const auto before = turn.load(std::memory_order_relaxed);
      for (int pass = 0; pass != 2; ++pass)
        for (auto* p : pools)
          if (!completes([&] { return wait(*p); })) return false;
      // [SHARD-1] relaxed, alone: as above.
      if (turn.load(std::memory_order_relaxed) == before) return true;
    }
  }
  /// Call when all pools' waits have completed: throws the first exception that was kept. Later ones have been printed to standard error.
  void rethrow_kept() {
    if (std::exception_ptr kept = take()) std::rethrow_exception(std::move(kept));
  }

 private:
  /// A refusal is thrown again when the wait is repeated; an exception of a task is thrown once.
  template <class Wait>
  void throw_if_refused(Wait wait) {
    try {
      static_cast<void>(wait());
    } catch (const std::system_error& e) {
      if (e.code() == std::errc::resource_deadlock_would_occur) throw;
      keep(std::current_exception());
    } catch (...) {
      platform::pass_on_forced_unwind();
      keep(std::current_exception());
    }
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

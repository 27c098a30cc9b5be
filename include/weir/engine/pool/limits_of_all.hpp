// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_LIMITS_OF_ALL_HPP
#define WEIR_ENGINE_POOL_LIMITS_OF_ALL_HPP

#include <weir/stats.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weir::engine {

/// Gives several pools the same limits. Of calls at the same time none waits for another one, since a pool whose threads are refused runs
/// tasks in its resize(), and these may resize all pools too. When all calls have returned, all pools have the limits of one that succeeded; if none
/// did, those that they had before the first.
///
/// Calls that overlap mix their limits. Each of them counts a change when it has gone through all pools, or has failed; then it gives all pools what they
/// are to have, again and again, until no change has come meanwhile. A call that meets no other one leaves after its first round.
template <class P>
class limits_of_all {
 public:
  struct limits {
    unsigned min_workers;
    unsigned capacity;
  };

  /// Throws what a pool's resize() throws, and std::bad_alloc; this call has changed none then.
  template <class Pool>
  void set(const std::vector<Pool*>& pools, limits mine) {
    const std::uint64_t seen = begin(pools);
    try {
      for (Pool* p : pools) p->resize(mine.min_workers, mine.capacity);
    } catch (...) {
      settle(pools, fail());
      throw;
    }
    settle(pools, succeed(mine, seen));
  }

 private:
  struct state {
    unsigned under_way = 0;
    std::uint64_t changes = 0;
    std::optional<limits> last;  // of the calls under way, and those that they have met, the last that has succeeded
    std::vector<limits> before;  // what each pool had when none was under way
  };
  /// The change that a call is to give to all pools, or none.
  using again = std::uint64_t;
  static constexpr again nothing = 0;
  static constexpr std::uint64_t met_others = ~std::uint64_t{0};

  /// The changes so far, if no other call is under way.
  template <class Pool>
  std::uint64_t begin(const std::vector<Pool*>& pools) {
    std::vector<limits> before;
    before.reserve(pools.size());
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    if (s.under_way++ != 0) return met_others;
    for (Pool* p : pools) {
      const stats now = p->stats();
      before.push_back({static_cast<unsigned>(now.min_workers), static_cast<unsigned>(now.capacity)});
    }
    s.before.swap(before);
    s.last.reset();
    return s.changes;
  }
  again succeed(limits mine, std::uint64_t seen) {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    const bool alone = s.changes == seen;  // one that is under way has met this one, and gives the limits again
    s.last = mine;
    ++s.changes;
    if (alone) --s.under_way;
    return alone ? nothing : s.changes;
  }
  again fail() {
    typename P::unique_lock lock(mutex_);
    return ++state_.write().changes;
  }
  /// A later call that mixes its limits with these has found this one under way.
  template <class Pool>
  void settle(const std::vector<Pool*>& pools, again change) {
    try {
      for (; change != nothing; change = left_by(change))
        for (std::size_t i = 0; i != pools.size(); ++i) {
          const limits now = wanted(i);
          pools[i]->resize(now.min_workers, now.capacity);
        }
    } catch (...) {
      abandon();
      throw;
    }
  }
  /// The limits may stay mixed until the next call.
  void abandon() noexcept {
    typename P::unique_lock lock(mutex_);
    --state_.write().under_way;
  }
  limits wanted(std::size_t pool) {
    typename P::unique_lock lock(mutex_);
    const state& s = state_.read();
    return s.last ? *s.last : s.before[pool];
  }
  /// The change that has come since this one; if none has, the call is not under way any more.
  again left_by(again change) {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    if (s.changes == change) --s.under_way;
    return s.changes == change ? nothing : s.changes;
  }

  typename P::mutex mutex_;
  typename P::template cell<state> state_;
};

}  // namespace weir::engine

#endif

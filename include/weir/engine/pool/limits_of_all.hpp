// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_LIMITS_OF_ALL_HPP
#define WEIR_ENGINE_POOL_LIMITS_OF_ALL_HPP

#include <weir/stats.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weir::engine {

/// Gives several pools the same limits. Of calls at the same time none waits for another one, since a pool whose threads are refused runs
/// tasks in its resize(), and these may resize all pools too. When all calls have returned, all pools have the limits of one of them.
template <class P>
class limits_of_all {
 public:
  struct limits {
    unsigned min_workers;
    unsigned capacity;
  };

  /// Throws what a pool's resize() throws; none is changed then.
  template <class Pool>
  void set(const std::vector<Pool*>& pools, limits mine) {
    std::vector<stats> before;
    before.reserve(pools.size());
    const std::uint64_t seen = begin();
    try {
      for (Pool* p : pools) {
        before.push_back(p->stats());
        p->resize(mine.min_workers, mine.capacity);
      }
    } catch (...) {
      for (std::size_t i = 0; i != before.size(); ++i)
        pools[i]->resize(static_cast<unsigned>(before[i].min_workers), static_cast<unsigned>(before[i].capacity));
      settle(pools, end(seen));
      throw;
    }
    settle(pools, succeed(mine, seen));
  }

 private:
  struct state {
    unsigned under_way = 0;
    std::uint64_t changes = 0;  // calls that have given all pools their limits once
    limits last{};              // of the latest of them
  };
  /// The change that a call is to give to all pools again, or none.
  using again = std::uint64_t;
  static constexpr again nothing = 0;

  std::uint64_t begin() {
    typename P::unique_lock lock(mutex_);
    ++state_.write().under_way;
    return state_.read().changes;
  }
  /// Others that were under way have mixed their limits with these.
  again succeed(limits mine, std::uint64_t seen) {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    const bool alone = s.under_way == 1 && s.changes == seen;
    s.last = mine;
    ++s.changes;
    if (alone) --s.under_way;
    return alone ? nothing : s.changes;
  }
  /// What a call has taken back may have been a later one's.
  again end(std::uint64_t seen) {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    if (s.changes == seen) --s.under_way;
    return s.changes == seen ? nothing : s.changes;
  }
  /// Until no other call has given its limits meanwhile: it would have seen this one under way, and gives them again.
  template <class Pool>
  void settle(const std::vector<Pool*>& pools, again change) {
    while (change != nothing) {
      const limits now = latest(change);
      for (Pool* p : pools) p->resize(now.min_workers, now.capacity);
      change = end(change);
    }
  }
  limits latest(again& change) {
    typename P::unique_lock lock(mutex_);
    change = state_.read().changes;
    return state_.read().last;
  }

  typename P::mutex mutex_;
  typename P::template cell<state> state_;
};

}  // namespace weir::engine

#endif

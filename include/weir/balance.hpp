// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BALANCE_HPP
#define WEIR_BALANCE_HPP

#include <weir/stats.hpp>

#include <cstddef>
#include <cstdint>

namespace weir {

/// Which pool of a multi_pool is tried first. A custom one is a struct with a `choose` of the same signature.
namespace balance {

/// Each pool in turn. Cost: none beside the addition that every post to a multi_pool makes.
struct round_robin {
  template <class Pools>
  static std::size_t choose(const Pools& pools, std::uint64_t turn) noexcept {
    return static_cast<std::size_t>(turn % pools.size());
  }
};

/// The pool with the fewest queued and running tasks and waiting submitters; in turn among equals. Cost: the stats of every pool, and so the lock
/// of each, per post. For tasks of many microseconds whose lengths differ.
struct least_loaded {
  template <class Pools>
  static std::size_t choose(const Pools& pools, std::uint64_t turn) {
    std::size_t best = round_robin::choose(pools, turn);
    std::uint64_t least = load(*pools[best]);
    for (std::size_t i = 1; i != pools.size() && least != 0; ++i) {
      const std::size_t at = round_robin::choose(pools, turn + i);
      const std::uint64_t here = load(*pools[at]);
      if (here < least) best = at, least = here;
    }
    return best;
  }

 private:
  template <class Pool>
  static std::uint64_t load(Pool& pool) {
    const stats s = pool.stats();
    return s.queued + s.running + s.waiting;
  }
};

}  // namespace balance

}  // namespace weir

#endif

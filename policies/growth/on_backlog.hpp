// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_GROWTH_ON_BACKLOG_HPP
#define WEIR_POLICIES_GROWTH_ON_BACKLOG_HPP

#include <weir/concepts/growth_policy.hpp>

#include <cstddef>
#include <limits>

namespace weir::growth {

/// A worker is started when no worker is idle and there are fewer than options::min_workers, or none, or `Threshold` tasks wait. After ByteDance's
/// gopool (ScaleThreshold). on_backlog<> waits until the queue is full: first min_workers, then the queue, then up to the capacity, as in Java's
/// ThreadPoolExecutor.
///
/// Guarantee:  never more workers than the capacity; a task waits behind the running ones only while fewer than `Threshold` wait. A post
///             that finds the queue full starts a worker before that.
/// Cost:       below the capacity every post takes the pool's lock to check the backlog; slowly arriving work gets fewer threads.
/// Not for:    tasks that wait for later tasks: below the threshold those get no worker of their own. on_backlog<> with a queue that is never
///             full starts min_workers at most, or one. queue::none has no backlog: the pair is refused.
/// Visibility: none of its own.
template <std::size_t Threshold = std::numeric_limits<std::size_t>::max()>
struct on_backlog {
  static_assert(Threshold >= 1, "weir::growth::on_backlog<Threshold>: Threshold must be at least 1; 1 is growth::on_demand");
  using axis = axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned) noexcept { return 0; }
    static constexpr bool wants(std::size_t queued) noexcept { return queued >= Threshold; }
  };
};

static_assert(growth_policy<on_backlog<4>>);

}  // namespace weir::growth

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_KINDS_HPP
#define TESTS_INTERACTIONS_KINDS_HPP

#include "tests/interactions/axes.hpp"

#include <array>
#include <cstddef>

namespace weir::interactions {

/// One pool type: its name, and what it is made of. Which type that is stands in kinds_*.cpp, in the same order.
struct kind {
  const char* text;
  feature_set has;
};

namespace made_of {
using enum feature;
inline constexpr std::array kinds{
    kind{"pool<>", having(threads, unbounded, wait, on_demand, never)},
    kind{"pool<bounded<2>, prestart>", having(threads, bounded, wait, prestart, never)},
    kind{"pool<bounded<1>, wait_at_most<2>, after_idle, on_backlog<2>>", having(threads, bounded, wait_at_most, on_backlog, after_idle)},
    kind{"pool<none, after_idle>", having(threads, hand_over, wait, on_demand, after_idle)},
    kind{"pool<none, reject, one_per_period>", having(threads, hand_over, reject, on_demand, one_per_period)},
    kind{"pool<bounded<2>, caller_runs, after_age>", having(threads, bounded, caller_runs, on_demand, after_age)},
    kind{"pool<bounded<1>, overflow_spawn, after_idle>", having(threads, bounded, overflow_spawn, on_demand, after_idle)},
    kind{"pool<bounded<2>, discard_oldest, prestart>", having(threads, bounded, discard_oldest, prestart, never)},
    kind{"pool<bounded<2>, discard_newest, one_per_period>", having(threads, bounded, discard_newest, on_demand, one_per_period)},
    kind{"pool<stealing, after_age>", having(threads, stealing, wait, on_demand, after_age)},
    kind{"pool<priority<2>, after_idle>", having(threads, priority, wait, on_demand, after_idle)},
    kind{"pool<keyed>", having(threads, keyed, wait, on_demand, never)},
    kind{"pool<mutex_fifo, one_per_period>", having(threads, mutex_fifo, wait, on_demand, one_per_period)},
    kind{"pool<lockfree<4>>", having(threads, lockfree, wait, on_demand, never)},
    kind{"light_pool<>", having(light, unbounded, wait, on_demand, never)},
    kind{"light_pool<bounded<2>, after_idle>", having(light, bounded, wait, on_demand, after_idle)},
    kind{"light_pool<none>", having(light, hand_over, wait, on_demand, never)},
    kind{"multi_pool<pool<bounded<1>>> of 2", having(multi, threads, bounded, wait, on_demand, never)},
    kind{"multi_pool<light_pool<mutex_fifo>> of 2", having(multi, light, mutex_fifo, wait, on_demand, never)},
    kind{"function_pool<bounded<2>>", having(function, threads, bounded, wait, on_demand, never)},
    kind{"function_pool<unbounded, after_idle>", having(function, threads, unbounded, wait, on_demand, after_idle)},
};
}  // namespace made_of
using made_of::kinds;

/// With the feature of its size.
[[nodiscard]] constexpr feature_set features_of(std::size_t which, unsigned capacity) {
  return kinds[which].has | having(capacity == 1 ? feature::one : capacity == 2 ? feature::two : feature::many);
}
/// Such a queue always has room.
[[nodiscard]] constexpr bool never_full(feature_set s) {
  return has(s, feature::unbounded) || has(s, feature::stealing) || has(s, feature::priority) || has(s, feature::keyed) ||
         has(s, feature::mutex_fifo);
}

}  // namespace weir::interactions

#endif

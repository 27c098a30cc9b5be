// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_BACK_PRESSURE_HPP
#define WEIR_BENCH_WORKLOADS_BACK_PRESSURE_HPP

#include "bench/workloads/empty_tasks.hpp"

namespace weir::bench {

/// Two producers post empty tasks to a pool whose queue holds 1024, and block while it is full. What it shows: the cost of
/// blocking and waking submitters, since producers are faster than workers.
struct back_pressure {
  static constexpr std::string_view name = "W7";
  static constexpr std::string_view what = "queue of 1024, two blocking producers";
  static constexpr std::array metrics = empty_task_metrics;
  static constexpr std::size_t room = 1024;
  template <class C>
  static constexpr bool suits = has_bounded_form<C>;

  template <class C>
  static values_of<back_pressure> measure(const effort& e) {
    return post_empty_tasks<typename C::bounded>(2, e.tasks(2'500'000), e, room);
  }
};

}  // namespace weir::bench

#endif

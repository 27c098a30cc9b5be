// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_PROGRAMS_HPP
#define WEIR_BENCH_MACHINE_PROGRAMS_HPP

#include <weir/options.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/machine/machine.hpp"
#include "bench/machine/workloads.hpp"

namespace weir::bench::sim {

/// A workload with a pool: what one run simulates.
struct program {
  std::string_view workload, what, pool;
  std::span<const metric> metrics;
  std::uint64_t usual_tasks;
  std::vector<double> (*measure)(const extent&);  ///< called on a simulated machine
};

/// All that are linked in.
inline std::vector<program>& programs() {
  static std::vector<program> all;
  return all;
}

/// A weir pool on a simulated machine, which may be a reference to one, and which accepts every task.
template <class Pool>
class accepting {
 public:
  explicit accepting(auto&& of) : pool_(std::forward<decltype(of)>(of)) {}
  template <class F>
  void post(F f) {
    if (pool_.post(std::move(f)) != weir::post_result::accepted) machine::fail("weir did not accept a task");
  }

 private:
  Pool pool_;
};
/// Any weir pool, on a simulated machine.
template <class... Policies>
struct weir_on_machine : accepting<weir::pool<Policies..., machine>> {
  explicit weir_on_machine(unsigned workers) : accepting<weir::pool<Policies..., machine>>(options{.capacity = workers}) {}
};

/// Enters a pool for these workloads. One static object at the end of each pool's file.
template <class Pool, class... Workloads>
struct enter {
  explicit enter(std::string_view name) {
    (programs().push_back(
         {Workloads::name, Workloads::what, name, Workloads::metrics, Workloads::usual_tasks, &Workloads::template measure<Pool>}),
     ...);
  }
};

/// A queue with a bound may not take what its own tasks post, so it has no trees.
template <class Pool>
using enter_from_outside = enter<Pool, empty_posts<1>, empty_posts<4>, microseconds, rounds_of_64, mixed_lengths>;
template <class Pool>
using enter_all = enter<Pool, empty_posts<1>, empty_posts<4>, trees, trees_of_microseconds, microseconds, rounds_of_64, mixed_lengths>;

}  // namespace weir::bench::sim

#endif

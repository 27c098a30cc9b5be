// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_WEIR_POOL_HPP
#define WEIR_BENCH_CONTESTANTS_WEIR_POOL_HPP

#include <weir/post_result.hpp>

#include <cstddef>
#include <utility>

#include "bench/contestants/contestant.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// Any weir pool as a contestant: `post`, and `submit(f).get()` for a result.
template <class Pool>
class weir_pool : public contestant {
 public:
  explicit weir_pool(unsigned workers) : pool_({.capacity = workers}) {}
  /// For a workload that asks for a bound: the bound is in the type.
  weir_pool(unsigned workers, std::size_t) : weir_pool(workers) {}

  template <class F>
  void post(F f) {
    if (pool_.post(std::move(f)) != weir::post_result::accepted) wrong_answer("weir did not accept a task");
  }
  template <class F>
  auto run(F f) {
    return pool_.submit(std::move(f)).get();
  }
  void resize(unsigned workers) { pool_.resize(0, workers); }
  [[nodiscard]] std::size_t workers() { return static_cast<std::size_t>(pool_.stats().workers); }

 private:
  Pool pool_;
};

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_WEIR_LIGHT_POOL_HPP
#define WEIR_BENCH_CONTESTANTS_WEIR_LIGHT_POOL_HPP

#include <weir/light_pool.hpp>
#include <weir/post_result.hpp>

#include "bench/contestants/contestant.hpp"
#include "bench/support/nap.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// A light pool for tasks that wait: each is a coroutine.
template <class Pool>
class weir_light_pool {
 public:
  weir_light_pool(unsigned workers, unsigned carriers) : pool_({.capacity = workers, .carriers = carriers}) {}

  void post_nap(nap n) {
    const auto answer = pool_.post([n]() -> coroutine<> {
      const auto began = n.begin();
      co_await sleep_for(nap::length);
      n.end(began);
    });
    if (answer != post_result::accepted) wrong_answer("weir did not accept a task");
  }

 private:
  Pool pool_;
};

}  // namespace weir::bench

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REFUSED_WAIT_VS_PURGE_HPP
#define WEIR_VERIFY_SCENARIOS_REFUSED_WAIT_VS_PURGE_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/scenarios/two_shards.hpp>

#include <system_error>

namespace weir::verify::scenarios {

/// The thread that holds the pause of a multi_pool of two waits for it, while another thread purges the first pool.
///
///     holder: a task is queued in the first pool, which refuses the wait
///     purger: takes the task back: that pool is idle
///     holder: the exception leaves its wait, and no later one
template <class Pool>
struct refused_wait_vs_purge : stage<two_shards<Pool>, 1> {
  static constexpr const char* claim = "I19, I20: a wait that is refused throws to its own thread only";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      queued.pass();
      return static_cast<void>((*this->pool)[0].purge());
    }
    const auto guards = this->pool->pause();
    for (unsigned n = 0; n != 2; ++n) static_cast<void>((*this->pool)[n].try_post([] {}));
    queued.open();
    try {
      this->pool->wait_idle();
    } catch (const std::system_error&) {
    }
  }
  void finish() {
    try {
      this->pool->wait_idle();
    } catch (const std::system_error&) {
      check<P>(false, claim);
    }
    this->end_and_check(claim);
  }

  gate<P> queued;
};

}  // namespace weir::verify::scenarios

#endif

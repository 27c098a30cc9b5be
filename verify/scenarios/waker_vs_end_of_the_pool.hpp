// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WAKER_VS_END_OF_THE_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_WAKER_VS_END_OF_THE_POOL_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only task waits for a permit, which a thread releases that knows nothing of the pool; the pool's owner destroys it meanwhile. The
/// destructor waits for the task, and for the thread that resumed it.
///
///     giver: makes the task ready
///     worker: runs it to its end        owner: the pool has nothing left -> destroyed
///     giver: tells the pool, which is gone
template <class Pool>
struct waker_vs_end_of_the_pool : stage<Pool, 1> {
  static constexpr const char* claim = "I29, I33: a pool is not destroyed before the threads that resume its coroutines have left it";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 1}); }
  void thread(unsigned i) {
    if (i == 1) return permits.release();
    this->accepted[0] = this->pool->post([this] { return waits(); }) == post_result::accepted;
    this->pool.reset();
  }
  void finish() { this->expect_accepted_ran(claim); }

  basic_coroutine<void, P> waits() {
    co_await permits.acquire();
    this->task(0)();
  }
  basic_async_semaphore<P> permits{0};
};

}  // namespace weir::verify::scenarios

#endif

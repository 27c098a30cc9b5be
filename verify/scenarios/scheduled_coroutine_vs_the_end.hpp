// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_THE_END_HPP
#define WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_THE_END_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A coroutine goes to another pool, which is destroyed when the coroutine is over. The worker that it has left may still be in the post.
///
///     worker at home: posts the rest of the coroutine there
///     worker there:   was awake, runs it -> the coroutine is over, the user destroys the pool
///     worker at home: looks whether a worker there is to be woken
template <class Pool>
struct scheduled_coroutine_vs_the_end : stage<Pool, 2> {
  static constexpr const char* claim = "I29: a pool is not destroyed before the worker that posted a coroutine to it has left the post";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 1, .carriers = 1});
    there.emplace(options{.capacity = 1, .carriers = 1});
    this->accepted[0] = there->post(this->task(0)) == post_result::accepted;
    there->wait_idle();  // its worker is awake, and looks for more
    this->accepted[1] = true;
    this->pool->submit([this] { return moving_task(); }).get();
    there.reset();
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> moving_task() {
    const post_result answer = co_await there->schedule();
    check<P>(answer == post_result::accepted, claim);
    this->task(1)();
  }

  std::optional<Pool> there;
};

}  // namespace weir::verify::scenarios

#endif

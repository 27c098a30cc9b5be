// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_AWAITED_FUTURE_VS_OUTCOME_HPP
#define WEIR_VERIFY_SCENARIOS_AWAITED_FUTURE_VS_OUTCOME_HPP

#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// A coroutine begins to wait for a result while that arrives: it resumes with the result, once.
///
///     coroutine: looks, there is nothing; registers as the waiter
///     task:      stores the outcome, resumes the waiter if there is one
template <class Pool>
struct awaited_future_vs_outcome : stage<Pool, 1> {
  static constexpr const char* claim = "I5, I33: a coroutine that waits for a result gets it, and goes on once";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1, .carriers = 2});
    auto* shared = new engine::outcome<int, P>(nullptr);
    result = future<int, P>(shared);
    promised.emplace(shared);
  }
  void thread(unsigned i) {
    if (i == 1) {
      auto answer = [this] { return ++told.write(); };
      return promised->complete_with(answer);
    }
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> waiter() {
    const int got = co_await result;
    check<P>(got == 1 && told.read() == 1, claim);
    this->task(0)();
  }

  future<int, P> result;
  std::optional<engine::promise<int, P>> promised;
  typename P::template cell<int> told{0};  // what the task did before its end
};

}  // namespace weir::verify::scenarios

#endif

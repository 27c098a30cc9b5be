// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_DEADLINE_VS_ANSWER_HPP
#define WEIR_VERIFY_SCENARIOS_DEADLINE_VS_ANSWER_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>
#include <weir/within.hpp>

#include <chrono>
#include <optional>
#include <stop_token>

namespace weir::verify::scenarios {

/// The time of a wait for a permit, and of one for a result, is over as the answer comes; the pool ends at once. Either the coroutine has the permit, or
/// it is there for the next, and no answer that comes late ends its next sleep.
///
///     release:   takes the waiter out of the list
///     coroutine: its time is over; goes on
///     release:   ends its sleep, which is another one by now
template <class Pool>
struct deadline_vs_answer : stage<Pool, 1> {
  static constexpr const char* claim = "I5, I29, I33: a wait ends once, by its deadline or with its answer, and touches nothing afterwards";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 3};

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1, .carriers = 2});
    auto* shared = new engine::outcome<int, P>(nullptr);
    result = future<int, P>(shared);
    promised.emplace(shared);
  }
  void thread(unsigned i) {
    if (i == 1) {
      semaphore.release();
      auto answer = [this] { return ++told.write(); };
      return promised->complete_with(answer);
    }
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    this->end_and_check(claim);
  }
  void finish() {
    check<P>(semaphore.try_acquire() == (taken == 0), claim);
    check<P>(!semaphore.try_acquire(), claim);
  }

  basic_coroutine<void, P> waiter() {
    const bool has_it = co_await within(std::chrono::milliseconds(1), semaphore.acquire());
    if (has_it) ++taken;
    const bool in_time = co_await within(std::chrono::milliseconds(1), result);
    const bool slept = co_await sleep_for<P>(std::chrono::milliseconds(1), std::stop_token());
    check<P>(slept, claim);  // no word of an answer is left for this one
    check<P>(!in_time || result.ready(), claim);
    const int got = co_await result;
    check<P>(got == 1 && told.read() == 1, claim);
    this->task(0)();
  }

  basic_async_semaphore<P> semaphore{0};
  int taken = 0;  // read when the task has ended
  future<int, P> result;
  std::optional<engine::promise<int, P>> promised;
  typename P::template cell<int> told{0};  // what the task did before its end
};

}  // namespace weir::verify::scenarios

#endif

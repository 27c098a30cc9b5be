// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REFUSED_THREAD_VS_COROUTINE_HPP
#define WEIR_VERIFY_SCENARIOS_REFUSED_THREAD_VS_COROUTINE_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/platform/order.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <utility>

namespace weir::verify::scenarios {

/// How the coroutine of the scenario waits.
enum class waits_for { a_turn, a_permit, the_time };

/// A coroutine that posts a task and waits once, on a pool without a worker, while the system refuses threads. The thread that posts
/// the coroutine, or the thread that ends its wait, runs it then, and afterwards what it has posted.
///
///     caller: is refused a thread, begins the coroutine        coroutine: waits, and no worker is there to see the end of the wait
template <class Pool, waits_for What, unsigned Refused = 6>
struct refused_thread_vs_coroutine : stage<Pool, 2> {
  static constexpr const char* name = What == waits_for::a_turn     ? "refused_thread_vs_coroutine_that_yields"
                                      : What == waits_for::a_permit ? "refused_thread_vs_coroutine_that_wants_a_permit"
                                                                    : "refused_thread_vs_coroutine_that_sleeps";
  static constexpr const char* claim =
      "I30: a refused thread costs a coroutine nothing: it goes on, and the caller runs one task at a time";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = What == waits_for::the_time ? 8U : 0U, .spawn_faults = Refused};
  static constexpr effort work{.search = 20'000};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      if constexpr (What == waits_for::a_permit) permits.release();
      if constexpr (What == waits_for::the_time)
        this->pool->pause().resume();  // a caller that keeps the time leaves, and this thread does it then
      return;
    }
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    check<P>(this->accepted[0] && (this->accepted[1] || Pool::config_type::hands_over), "I30: no post is refused because a thread is");
    this->end_and_check(claim);
  }

  basic_coroutine<void, P> waiter() {
    // [STAGE-1] relaxed, alone: a thread compares it with its own name only.
    begins_on.store(&P::slot(), std::memory_order_relaxed);
    auto second = [this] {
      // [STAGE-1] relaxed, alone: as above.
      const bool nested = begins_on.load(std::memory_order_relaxed) == &P::slot();
      check<P>(!nested || Pool::config_type::hands_over, claim);  // without a queue a caller has no other place for it
      this->task(1)();
    };
    this->accepted[1] = this->pool->post(std::move(second)) == post_result::accepted;
    // [STAGE-1] relaxed, alone: as above.
    begins_on.store(nullptr, std::memory_order_relaxed);
    if constexpr (What == waits_for::a_turn) co_await yield<P>();
    if constexpr (What == waits_for::a_permit) co_await permits.acquire();
    if constexpr (What == waits_for::the_time) co_await sleep_for<P>(std::chrono::milliseconds(25));
    this->task(0)();
  }

  basic_async_semaphore<P> permits{0};
  typename P::template atomic<const void*> begins_on{nullptr};
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOCK_IS_HANDED_ON_HPP
#define WEIR_VERIFY_SCENARIOS_LOCK_IS_HANDED_ON_HPP

#include <weir/async_mutex.hpp>
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A lock that is held across a wait is released while another task asks for it, and a thread that does not wait.
///
///     waiter: it is held                 holder: releases it, no task waits
///     waiter: joins the waiters, for ever
template <class Pool>
struct lock_is_handed_on : stage<Pool, 2> {
  static constexpr const char* claim = "I3, I6: a lock that is held across a wait is in one hand at a time, and who waits for it gets it";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post([this, i] { return holder(i); }) == post_result::accepted;
    if (i == 0) return;
    const auto held = mutex.try_lock();
    if (!held) return;
    check<P>(++inside.write() == 1, claim);
    --inside.write();
  }
  void finish() {
    check<P>(this->accepted[0] && this->accepted[1], claim);
    this->end_and_check(claim);
    check<P>(static_cast<bool>(mutex.try_lock()), claim);
  }

  basic_coroutine<void, P> holder(std::size_t n) {
    const auto held = co_await mutex.lock();
    check<P>(++inside.write() == 1, claim);
    co_await yield<P>();
    --inside.write();
    this->task(n)();
  }

  basic_async_mutex<P> mutex;
  typename P::template cell<int> inside;  // a race, if two were there
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_COROUTINE_SUBMITTER_VS_ROOM_HPP
#define WEIR_VERIFY_SCENARIOS_COROUTINE_SUBMITTER_VS_ROOM_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A coroutine and a thread wait for room of the same pool, behind each other, as room appears.
///
///     coroutine: no room; joins the queue     worker: wakes the first submitter
template <class Pool>
struct coroutine_submitter_vs_room : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a coroutine that waits for room hears of it, and holds no thread meanwhile";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using typename stage<Pool, 4>::P;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->post(3);
    this->accepted[0] = this->pool->post([this] { return submitter(); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    for (const bool taken : this->accepted) check<P>(taken, "I3: blocking::wait accepts every task of an open pool");
    this->end_and_check(claim);
  }

  basic_coroutine<void, P> submitter() {
    for (std::size_t n : {1, 2}) {
      const post_result r = co_await this->pool->async_post(this->task(n));
      this->accepted[n] = r == post_result::accepted;
    }
    this->task(0)();
  }
};

}  // namespace weir::verify::scenarios

#endif

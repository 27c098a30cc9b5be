// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_ROOM_HPP
#define WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_ROOM_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// Coroutines of two pools each go to the other pool, which has little room: each has the only worker of its own pool, unless it gives that
/// up while it waits for room. One of them comes home and goes again through the same awaiter, which may have a place in the queue twice.
///
///     coroutine: no room there; joins the submitters
///     worker:    takes a task, serves the first submitter -> the coroutine, whose task may be over before it has left the queue
template <class Pool>
struct scheduled_coroutine_vs_room : stage<Pool, 4> {
  static constexpr const char* claim =
      "I3, I33: a coroutine that goes to a full pool goes on there when there is room, and holds no thread meanwhile";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 1, .carriers = 1});
    other.emplace(options{.capacity = 1, .carriers = 1});
    for (std::size_t n = 0; n != 4; ++n) {
      Pool& home = n % 2 == 0 ? *this->pool : *other;
      Pool& there = n % 2 == 0 ? *other : *this->pool;
      this->accepted[n] = home.post([this, n, &there] { return moving_task(n, there); }) == post_result::accepted;
    }
    this->pool->wait_idle();
    other->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    other.reset();
  }

  basic_coroutine<void, P> moving_task(std::size_t n, Pool& there) {
    auto go = there.schedule();
    for (bool again = n == 0;; again = false) {  // the first one comes home in between
      const post_result answer = co_await go;
      check<P>(answer == post_result::accepted, claim);
      if (!again) break;
      const post_result at_home = co_await this->pool->schedule();
      check<P>(at_home == post_result::accepted, claim);
    }
    this->task(n)();
  }

  std::optional<Pool> other;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LINE_BEHIND_A_COROUTINE_HPP
#define WEIR_VERIFY_SCENARIOS_LINE_BEHIND_A_COROUTINE_HPP

#include <weir/coroutine.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// A coroutine waits for room in a full pool, and a thread behind it. The one worker of the coroutine's own pool then runs a task that ends
/// only when the thread has its answer, so the coroutine gets no turn before. Room appears, or the pool is closed.
///
///     coroutine: waits for room, its worker is busy          thread: waits behind it
///     worker of the full pool: serves the coroutine, and then the thread
template <class Pool, bool Closes = false>
struct line_behind_a_coroutine : stage<Pool, 4> {
  static constexpr const char* name = Closes ? "line_behind_a_coroutine_when_closed" : "line_behind_a_coroutine";
  static constexpr const char* claim =
      "I3, I8: a coroutine in line keeps nobody behind it from room, or from hearing of the end, while its own pool is busy";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr effort work{.search = 20'000};

  using P = typename Pool::platform_type;

  void before() {
    home.emplace(options{.capacity = 1});
    this->open({.capacity = 1, .carriers = 1});
  }
  void thread(unsigned i) {
    if (i == 0) {
      this->accepted[0] = this->pool->post([this] {
        in_line.pass();
        if constexpr (Closes) answered.pass();
        ++this->ran[0].write();
      }) == post_result::accepted;
      this->accepted[3] = this->pool->try_post(this->task(3)) == post_result::accepted;  // takes the place in a queue of one
      check<P>(home->post([this] { return submitter(); }) == post_result::accepted, "I1: the pool has room");
      check<P>(home->post([this] { answered.pass(); }) == post_result::accepted, "I1: the pool has room");
      asks.pass();
      if constexpr (Closes) this->pool->shutdown();
    } else {
      asks.pass();
      in_line.open();
      this->post(2);
      answered.open();
    }
  }
  void finish() {
    home.reset();
    if constexpr (!Closes) check<P>(this->accepted[1] && this->accepted[2], "I3: blocking::wait accepts every task of an open pool");
    this->end_and_check(claim);
  }

  basic_coroutine<void, P> submitter() {
    asks.open();
    auto mine = this->task(1);
    const post_result r = co_await this->pool->async_post(std::move(mine));
    this->accepted[1] = r == post_result::accepted;
  }

  std::optional<weir::pool<weir::queue::unbounded_by<2>, P>> home;
  gate<P> asks, in_line, answered;
};

}  // namespace weir::verify::scenarios

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_COROUTINE_IN_LINE_VS_THE_END_HPP
#define WEIR_VERIFY_SCENARIOS_COROUTINE_IN_LINE_VS_THE_END_HPP

#include <weir/coroutine.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// A thread sees that a coroutine of another pool waits for room, and ends the full pool at once.
///
///     coroutine: joins the submitters, is not suspended yet    thread: sees it waiting; closes, ends and destroys the pool
template <class Pool>
struct coroutine_in_line_vs_the_end : stage<Pool, 3> {
  static constexpr const char* claim =
      "I29: a coroutine in line has left the pool for good when it has its answer, and the pool's end waits for that";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;
  static constexpr effort work{.search = 20'000};

  using P = typename Pool::platform_type;

  void before() {
    home.emplace(options{.capacity = 1});
    this->open({.capacity = 1, .carriers = 1});
  }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      begun.open();
      ends.pass();
      ++this->ran[0].write();
    }) == post_result::accepted;
    begun.pass();
    this->accepted[1] = this->pool->try_post(this->task(1)) == post_result::accepted;  // takes the place in a queue of one
    check<P>(home->post([this] { return submitter(); }) == post_result::accepted, "I1: the pool has room");
    while (this->pool->stats().waiting == 0) P::yield();
    this->pool->shutdown();
    ends.open();
    this->pool.reset();
    home.reset();
    this->expect_accepted_ran("I7: what a coroutine in line posts is run or refused");
  }

  basic_coroutine<void, P> submitter() {
    auto mine = this->task(2);
    const post_result r = co_await this->pool->async_post(std::move(mine));
    this->accepted[2] = r == post_result::accepted;
  }

  std::optional<weir::pool<weir::queue::unbounded_by<2>, P>> home;
  gate<P> begun, ends;
};

}  // namespace weir::verify::scenarios

#endif

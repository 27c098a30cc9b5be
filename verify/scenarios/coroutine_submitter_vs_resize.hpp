// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_COROUTINE_SUBMITTER_VS_RESIZE_HPP
#define WEIR_VERIFY_SCENARIOS_COROUTINE_SUBMITTER_VS_RESIZE_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// The only worker runs a task that ends when a coroutine of another pool has posted its task, the queue is full, and the pool grows. The new place
/// is room for the coroutine, also if it appears after the coroutine's attempt and before it is among the submitters.
///
///     coroutine: no room                            joins the submitters
///     resizer:             no submitter waits; done
///
/// `Moves`: instead of posting a task the coroutine goes to the pool itself.
template <class Pool, bool Moves = false>
struct coroutine_submitter_vs_resize : stage<Pool, 4> {
  static constexpr const char* claim = "I17: raising the capacity admits a coroutine that is about to wait for room";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  using typename stage<Pool, 4>::P;

  void before() {
    this->open({.capacity = 1, .carriers = 2});
    home.emplace(options{.capacity = 1, .carriers = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      is_full.pass();
      return this->pool->resize(0, 2);
    }
    this->accepted[0] = this->pool->post([this] {
      first_runs.open();
      admitted.pass();
      ++this->ran[0].write();
    }) == post_result::accepted;
    first_runs.pass();
    this->post(1);
    is_full.open();
    this->accepted[2] = home->post([this] { return submitter(); }) == post_result::accepted;
    home->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    home.reset();
  }

  basic_coroutine<void, P> submitter() {
    if constexpr (Moves) {
      this->accepted[3] = (co_await this->pool->schedule()) == post_result::accepted;
      this->task(3)();
    } else {
      this->accepted[3] = (co_await this->pool->async_post(this->task(3))) == post_result::accepted;
    }
    admitted.open();
    this->task(2)();
  }

  std::optional<Pool> home;
  gate<P> first_runs, is_full, admitted;
};

}  // namespace weir::verify::scenarios

#endif

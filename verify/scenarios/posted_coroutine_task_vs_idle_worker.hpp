// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POSTED_COROUTINE_TASK_VS_IDLE_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_POSTED_COROUTINE_TASK_VS_IDLE_WORKER_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A coroutine waits for room in a full queue. A worker takes the queued task, which ends only when the coroutine's task has run, and posts that one;
/// meanwhile the other worker finds nothing and goes idle.
///
///     worker 1: takes task 1               posts the coroutine's task: must wake worker 2
///     worker 2:                no task; idle
template <class Pool>
struct posted_coroutine_task_vs_idle_worker : stage<Pool, 5> {
  static constexpr const char* claim = "I28: the task of a coroutine that has waited for room does not wait beside an idle worker";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;

  using typename stage<Pool, 5>::P;

  void before() {
    this->open({.capacity = 2, .carriers = 2});
    home.emplace(options{.capacity = 1, .carriers = 1});
  }
  void thread(unsigned) {
    for (const std::size_t n : {2, 3})
      this->accepted[n] = this->pool->post([this, n] {
        begun[n - 2].open();
        may_end.pass();
        ++this->ran[n].write();
      }) == post_result::accepted;
    for (auto& each : begun) each.pass();
    this->accepted[1] = this->pool->post([this] {
      last_runs.pass();
      ++this->ran[1].write();
    }) == post_result::accepted;
    this->accepted[0] = home->post([this] { return submitter(); }) == post_result::accepted;
    may_end.open();
    home->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    home.reset();
  }

  basic_coroutine<void, P> submitter() {
    this->accepted[4] = (co_await this->pool->async_post([this] {
                          ++this->ran[4].write();
                          last_runs.open();
                        })) == post_result::accepted;
    this->task(0)();
  }

  std::optional<Pool> home;
  std::array<gate<P>, 2> begun;
  gate<P> may_end, last_runs;
};

}  // namespace weir::verify::scenarios

#endif

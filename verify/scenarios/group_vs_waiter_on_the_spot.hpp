// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_VS_WAITER_ON_THE_SPOT_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_VS_WAITER_ON_THE_SPOT_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/runnable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// Runs one coroutine at once on the thread that resumes it, as a pool does to which the system gives no thread.
template <class P>
class on_the_spot final : public engine::resumer<P> {
 public:
  using typename engine::resumer<P>::time_point;

  on_the_spot() { list_.host = this; }

  template <class F>
  void begin(F f) {
    engine::task_frame<P> here(this);
    here.light = &one_;
    engine::coroutine_task<P, F>(std::move(f)).run_within(&here);
    turn(here);
  }
  void resume(engine::resumable<P>&) override {
    engine::task_frame<P> here(this);
    here.light = &one_;
    turn(here);
  }
  void resume_at(engine::resumable<P>& w, time_point) override { resume(w); }
  void cancel_wait(engine::resumable<P>&) override {}
  void resume_here(engine::resumable<P>& w) override { resume(w); }

 private:
  struct only : engine::runnable<P> {
    explicit only(engine::ready_queue<P>& home) { this->home_.write() = &home; }
  };
  void turn(engine::task_frame<P>& here) {
    if (!one_.run_turn(here)) return;
    one_.task().result(here);
    one_.task().end(here);
  }

  engine::ready_queue<P> list_;
  only one_{list_};
};

/// A coroutine waits for a group, and is resumed inside the call that notifies it: at the end of the group's last task, or by a task that
/// adds another one. It ends the group there.
///
///     coroutine: finds nothing to do, joins the waiters
///     task:      adds another one -> the coroutine runs that, inside this task
///     task:      is over, the last -> the coroutine ends, and the group with it
template <class Pool>
struct group_vs_waiter_on_the_spot : stage<Pool, 3> {
  static constexpr const char* claim = "I5, I33: a coroutine that a group has go on may use the group, and end it, at once";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = workers, .carriers = workers});
    this->accepted = {true, true, true};
    home.emplace();
    home->begin([this] { return waiter(); });
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    home.reset();
  }

  basic_coroutine<void, P> waiter() {
    task_group<Pool> group(*this->pool);
    group.run([this, &group] {
      this->task(1)();
      group.run(this->task(2));
    });
    const group_result all = co_await group.finish();
    check<P>(all == group_result::complete && this->ran[1].read() == 1 && this->ran[2].read() == 1, claim);
    this->task(0)();
  }

  /// One on a pool without a queue, whose 123 030 executions can all be seen; with two there are about 7e8.
  static constexpr unsigned workers = Pool::config_type::hands_over ? 1 : 2;
  std::optional<on_the_spot<P>> home;
};

}  // namespace weir::verify::scenarios

#endif

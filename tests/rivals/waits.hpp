// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_WAITS_HPP
#define TESTS_RIVALS_WAITS_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>

#include "tests/rivals/stage.hpp"

#include <chrono>
#include <memory>
#include <type_traits>

namespace weir::rivals {

// The two ways in which a task of a case may wait, behind the same two names: `gate`, and `in_turn(...)`, which makes a task of steps.
// A step is a callable, a task of a gate, or a time that passes.

/// A gate that holds no thread: its tasks are coroutines.
template <class P>
class awaited_gate {
 public:
  awaited_gate() = default;
  awaited_gate(const awaited_gate&) = delete;
  awaited_gate& operator=(const awaited_gate&) = delete;
  ~awaited_gate() { open(); }

  void open() { shared_->opened.release(); }
  /// A task that goes in, and comes out when the gate has been opened.
  [[nodiscard]] auto task() const {
    return [s = shared_]() -> basic_coroutine<void, P> {
      s->in.add();
      co_await s->opened.acquire();
      s->opened.release();  // for the next one
      s->out.add();
    };
  }
  [[nodiscard]] int in() const { return shared_->in.count(); }
  [[nodiscard]] int out() const { return shared_->out.count(); }

 private:
  struct state {
    basic_async_semaphore<P> opened{0};
    tally<P> in;
    tally<P> out;
  };
  std::shared_ptr<state> shared_ = std::make_shared<state>();
};

/// Tasks that wait hold their thread.
template <class Stage>
class blocking_tasks {
 public:
  using gate = rivals::gate<typename Stage::platform>;
  template <class... Steps>
  static auto in_turn(Steps... steps) {
    return [=] { (take(steps), ...); };
  }

 private:
  template <class Step>
  static void take(const Step& step) {
    if constexpr (std::is_invocable_v<const Step&>)
      step();
    else
      Stage::nap(step);
  }
};

/// Tasks that wait are coroutines, and leave their thread to others.
template <class Stage>
class waiting_tasks {
  using P = typename Stage::platform;

 public:
  using gate = awaited_gate<P>;
  template <class... Steps>
  static auto in_turn(Steps... steps) {
    return [=]() -> basic_coroutine<void, P> { (co_await take(steps), ...); };
  }

 private:
  template <class Step>
  static basic_coroutine<void, P> take(Step step) {
    if constexpr (!std::is_invocable_v<const Step&>)
      co_await a_while(step);
    else if constexpr (std::is_void_v<std::invoke_result_t<const Step&>>)
      step();
    else
      co_await step();
  }
  static auto a_while(std::chrono::nanoseconds d) {
    if constexpr (std::is_base_of_v<in_a_world, Stage>)
      return sleep_for<P>(d);
    else
      return static_cast<void>(d), yield<P>();
  }
};

}  // namespace weir::rivals

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PANIC_IS_TOLD_OF_ITS_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_PANIC_IS_TOLD_OF_ITS_TASK_HPP

#include <weir/concepts/failed_task.hpp>
#include <weir/context.hpp>
#include <weir/from_here.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/heard_panics.hpp>

#include <exception>
#include <stdexcept>
#include <type_traits>

namespace weir::verify::scenarios {

/// A task with a context and a place throws, then one without, then one of submit(). For a pool whose panic policy is heard_panics: it is told of the
/// first two, uses the pool, and throws in its turn.
///
///     worker: the task throws; lock; calls the policy      policy: stats() -> waits for its own thread
///     worker: the task throws; next task                   policy: is told the next one's context
template <class Pool>
struct panic_is_told_of_its_task : stage<Pool, 3>, private heard_panics::listener {
  static constexpr const char* claim =
      "I12, I18: the panic policy is called on the thread of the task, without a lock, before the task is over";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;
  static constexpr effort work{.bound = 1};

  panic_is_told_of_its_task() { heard_panics::listens = this; }

  void before() { this->open({.capacity = 1, .name = "mill"}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post(throwing(0), context(7), from_here()) == post_result::accepted;
    this->accepted[1] = this->pool->post(throwing(1)) == post_result::accepted;
    auto answer = this->pool->submit(throwing(2));
    this->accepted[2] = true;
    try {
      answer.get();
      check<P>(false, "I9: what a task of submit() throws goes to its future");
    } catch (int which) {
      check<P>(which == 2, "I9: what a task of submit() throws goes to its future");
    }
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(calls.read() == 2, "I18: the panic policy is called once for each exception of a posted task, and for none of submit()");
    const stats s = this->pool->stats();
    check<P>((s.panicked == 2 && s.completed == 1) || !counts, "I5: a posted task that throws has panicked, one of submit() has completed");
    this->end_and_check("I18: what the panic policy throws costs no worker and no task");
  }

  using P = typename Pool::platform_type;

 private:
  auto throwing(int i) {
    return [this, i] {
      ++this->ran[static_cast<std::size_t>(i)].write();
      ran_on.write() = &P::slot();
      throw i;
    };
  }
  void panicked(std::exception_ptr thrown, const failed_task& of) override {
    ++calls.write();
    check<P>(this->pool->stats().running == 1, "I20: a task that throws is not over before the panic policy has returned");
    check<P>(ran_on.read() == &P::slot(), "I18: the panic policy is called on the thread that ran the task");
    check<P>(of.pool == "mill", "I18: the panic policy is told the name of the pool");
    try {
      std::rethrow_exception(thrown);
    } catch (int which) {
      const int* const context = of.posted_with.get<int>();
      const auto* const place = of.posted_with.posted_at();
      if (which == 0)
        check<P>(context != nullptr && *context == 7, "I18: the panic policy is told the context that was posted with the task");
      else
        check<P>(!of.posted_with, "I18: the panic policy is told of no context that was posted with another task");
      check<P>((place != nullptr) == (which == 0), "I18: the panic policy is told the place of the post that says it");
    }
    throw std::runtime_error("by design");
  }

  static constexpr bool counts = std::is_same_v<typename Pool::config_type::observer, typename observer::counters::template on<P>>;
  typename P::template cell<int> calls;
  typename P::template cell<const void*> ran_on{nullptr};
};

}  // namespace weir::verify::scenarios

#endif

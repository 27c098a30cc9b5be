// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_HPP
#define WEIR_VERIFY_GRAPHS_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/verify/graphs/atomic.hpp>
#include <weir/verify/graphs/cell.hpp>
#include <weir/verify/graphs/mutex.hpp>
#include <weir/verify/graphs/run.hpp>
#include <weir/verify/support/check.hpp>

#include <chrono>

namespace weir::verify {

/// What queues need of a platform, for the search by graphs: it runs shipped code over every execution that RC11 allows. It has no
/// threads, condition variables and stop callbacks of its own yet, so pools do not run on it; execution::run_every_execution
/// runs scenarios about queues. Objects live inside a scenario's execution. The use of an object after its destruction is not noticed.
struct graphs {
  using axis = axes::platform;
  using where = platform::where;

  template <class T>
  using atomic = execution::atomic<T>;
  template <class T>
  using cell = execution::cell<T>;
  using mutex = execution::mutex;
  using unique_lock = platform::unique_lock<mutex>;

  static void fence(std::memory_order order, where = where::current()) {
    if (order != std::memory_order_relaxed) execution::the_replay->perform({.does = execution::action::fence, .order = order});
  }
  static void yield(where = where::current()) {}
  static void relax() noexcept {}
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    return found();
  }

  static void check(bool holds, const char* claim, where at = where::current()) {
    if (!holds) execution::the_replay->fail(claim, at);
  }
};

}  // namespace weir::verify

#endif

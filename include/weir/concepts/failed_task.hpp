// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_FAILED_TASK_HPP
#define WEIR_CONCEPTS_FAILED_TASK_HPP

#include <weir/concepts/context_view.hpp>
#include <weir/platform/report.hpp>

#include <exception>
#include <string_view>

namespace weir {

/// What a panic policy, and a handler of panic::call, can know of a task that threw. What it refers to lives until the policy returns.
struct failed_task {
  /// The pool's name, options::name; empty if it has none.
  std::string_view pool = {};
  /// Its weir::context and its weir::from_here; empty for what a hook throws, or the handler of blocking::discard_oldest_to.
  context_view posted_with = {};

  /// Prints the pool's own line to standard error, for handlers that want it too: the name of the pool and the place of the post, if there are
  /// any, what the task threw, and what happens `now`. One write for each line.
  void report(const std::exception_ptr& thrown, const char* now = "the pool goes on") const noexcept {
    platform::report(thrown, now, pool, posted_with.posted_at());
  }
};

}  // namespace weir

#endif

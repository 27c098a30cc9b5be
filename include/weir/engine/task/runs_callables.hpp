// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_RUNS_CALLABLES_HPP
#define WEIR_ENGINE_TASK_RUNS_CALLABLES_HPP

namespace weir::engine {

/// False, with a sentence, of a function_pool: what groups, shares, algorithms and then() post is no argument of its function.
template <class Pool>
consteval bool explain_runs_callables() {
  constexpr bool runs_them = !requires { typename Pool::takes_no_callables; };
  static_assert(
      runs_them,
      "weir: a function_pool calls its function with arguments, and runs no other callables; groups, shares, parallel algorithms and "
      "then() take a pool that runs callables, such as weir::pool");
  return runs_them;
}

}  // namespace weir::engine

#endif

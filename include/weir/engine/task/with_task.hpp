// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_WITH_TASK_HPP
#define WEIR_ENGINE_TASK_WITH_TASK_HPP

#include <weir/engine/task/posted_callable.hpp>
#include <weir/task.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// Calls `use` with a task: with `f` itself, if it is a task and is followed by tags only, so that a refused task stays with the caller; else
/// with what `make` makes of `f` and what follows it. Throws std::invalid_argument for an empty callable, and what `make` and `use` throw.
template <class F, class Make, class Use, class... Extras>
auto with_task(F&& f, Make make, Use use, Extras&&... extras) {
  constexpr bool is_task = std::is_same_v<std::remove_cvref_t<F>, task>;
  static_assert(!is_task || !std::is_const_v<std::remove_reference_t<F>>, "weir: a task is moved into the pool, so it must not be const");
  task::refuse_empty(f);
  if constexpr (is_task && (is_tag<std::remove_cvref_t<Extras>> && ...)) {
    return use(f);
  } else {
    task t(make(std::forward<F>(f), std::forward<Extras>(extras)...));
    return use(t);
  }
}

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CONTEXTS_THROW_AT_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_CONTEXTS_THROW_AT_ONCE_HPP

#include <weir/context.hpp>
#include <weir/verify/scenarios/two_tasks_throw_at_once.hpp>

namespace weir::verify::scenarios {

/// For panic policies that are given the context, or the task: of two tasks that throw at once, one was posted with a context.
///
///     worker: no context, so the list's lock       other worker: a context, so the lock of the contexts
///     worker: adds to the list                     other worker: adds to the same list
template <class Pool>
struct contexts_throw_at_once : two_tasks_throw_at_once<Pool> {
  static constexpr const char* claim = "I18: a task with a context and one without, which throw at once, are told one by one";

  void thread(unsigned i) {
    if (i == 0)
      this->post_and_wait(i, weir::context(7));
    else
      this->post_and_wait(i);
  }
};

}  // namespace weir::verify::scenarios

#endif

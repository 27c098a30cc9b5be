// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_WAIT_HPP
#define WEIR_ENGINE_TASK_GROUP_WAIT_HPP

#include <weir/engine/coroutine/waker.hpp>
#include <weir/engine/task/task_group_state.hpp>

namespace weir::engine {

/// A wait for a group that can be withdrawn, for first_over(). The group is as it was afterwards.
template <class Pool>
class group_wait {
 public:
  explicit group_wait(task_group_state<Pool>& g) : group_(g), change_(g) { g.refuse_inside(); }

  bool begin(waker& w) { return change_.begin(w); }
  bool give_up() { return change_.give_up(); }
  void await_resume() noexcept { change_.await_resume(); }
  /// After an answer: is it the end of the group? If not, there may have been a task to run.
  bool is_over(bool has_time) {
    change_.await_resume();
    return group_.is_over(has_time);
  }

 private:
  task_group_state<Pool>& group_;
  typename task_group_state<Pool>::change change_;
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_OUTCOME_HPP
#define WEIR_ENGINE_TASK_GROUP_OUTCOME_HPP

#include <weir/group_errors.hpp>
#include <weir/platform/stop_request.hpp>

#include <exception>
#include <new>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace weir::engine {

/// How the tasks of a task_group ended, up to the return of a wait. Guarded by the group's lock.
class group_outcome {
 public:
  [[nodiscard]] bool cancelled() const noexcept { return cancelled_; }

  /// The caller stops the result when it has released the lock: callbacks are the user's.
  [[nodiscard]] std::stop_source cancel(std::exception_ptr thrown) {
    cancelled_ = true;
    if (!thrown_) thrown_ = std::move(thrown);
    return asks_.value_or(std::stop_source(std::nostopstate));
  }
  /// An exception that does not cancel the group.
  void note(std::exception_ptr thrown) {
    try {
      errors_.push_back(thrown);
    } catch (const std::bad_alloc&) {
      if (!thrown_) thrown_ = std::move(thrown);
    }
  }
  /// A token that is stopped when the group is cancelled. Throws std::bad_alloc.
  template <class P>
  [[nodiscard]] std::stop_token token() {
    if (!asks_) {
      asks_.emplace();
      if (cancelled_) platform::request_stop<P>(*asks_);  // it has no callback yet
    }
    return asks_->get_token();
  }
  /// Throws what the tasks threw; false if tasks were dropped. The caller has taken it out of the group.
  bool result() && {
    if (thrown_) std::rethrow_exception(std::move(thrown_));
    if (!errors_.empty()) throw group_errors(std::move(errors_));
    return !cancelled_;
  }

 private:
  bool cancelled_ = false;
  std::exception_ptr thrown_;  // the first
  std::vector<std::exception_ptr> errors_;  // all, in a group that goes on
  std::optional<std::stop_source> asks_;  // made for the first that wants its token
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_GROUP_ERRORS_HPP
#define WEIR_GROUP_ERRORS_HPP

#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace weir {

/// What the wait for a task_group throws that goes on after errors: the exceptions of all its tasks, in the order in which they left them.
class group_errors : public std::exception {
 public:
  explicit group_errors(std::vector<std::exception_ptr> all)
      : all_(std::make_shared<const std::vector<std::exception_ptr>>(std::move(all))) {}

  [[nodiscard]] const std::vector<std::exception_ptr>& errors() const noexcept { return *all_; }
  [[nodiscard]] const char* what() const noexcept override { return "weir: tasks of a task_group ended with exceptions"; }

 private:
  std::shared_ptr<const std::vector<std::exception_ptr>> all_;  // shared by copies, which must not throw
};

}  // namespace weir

#endif

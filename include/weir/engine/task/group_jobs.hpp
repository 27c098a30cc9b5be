// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_JOBS_HPP
#define WEIR_ENGINE_TASK_GROUP_JOBS_HPP

#include <weir/task.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// A task of a task_group that has not started.
struct group_job {
  task f;
  group_job* next = nullptr;
};

/// Such tasks, newest first, before the group has them. Those that are left are destroyed with it.
class group_jobs {
 public:
  group_jobs() = default;
  group_jobs(const group_jobs&) = delete;
  group_jobs& operator=(const group_jobs&) = delete;
  ~group_jobs() {
    while (first_ != nullptr) delete std::exchange(first_, first_->next);
  }

  /// Throws std::bad_alloc.
  void add(task t) {
    first_ = new group_job{std::move(t), first_};
    if (last_ == nullptr) last_ = first_;
    ++size_;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Puts all of them in front of `others`.
  void move_to(group_job*& others) noexcept {
    if (last_ == nullptr) return;
    last_->next = std::exchange(others, std::exchange(first_, nullptr));
    last_ = nullptr;
    size_ = 0;
  }

 private:
  group_job* first_ = nullptr;
  group_job* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace weir::engine

#endif

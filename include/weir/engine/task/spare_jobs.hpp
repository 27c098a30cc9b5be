// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SPARE_JOBS_HPP
#define WEIR_ENGINE_TASK_SPARE_JOBS_HPP

#include <weir/task.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace weir::engine {

/// A task of a task_group that has not started, or a place for one.
struct group_job {
  task f{};
  group_job* next = nullptr;
  bool in_group = false;  ///< its memory is that of the group
};
inline void destroy(group_job* each) {
  if (each->in_group)
    each->f.reset();
  else
    delete each;
}

/// The places of tasks that are over, for those to come: a group that is used again, or whose tasks end as others are added, allocates nothing for them.
/// The first two are the group's own, so a group of two tasks allocates none. Guarded by the group's lock.
class spare_jobs {
 public:
  /// More are given back to the system: 5 KB stay with a group that had many tasks at a time.
  static constexpr std::size_t most = 64;

  spare_jobs() noexcept {
    for (group_job& each : own_) {
      each.in_group = true;
      keep(&each);
    }
  }
  spare_jobs(const spare_jobs&) = delete;
  spare_jobs& operator=(const spare_jobs&) = delete;
  ~spare_jobs() {
    while (group_job* each = take()) destroy(each);
  }

  /// Null if there is none.
  [[nodiscard]] group_job* take() noexcept {
    group_job* const found = first_;
    if (found == nullptr) return nullptr;
    first_ = std::exchange(found->next, nullptr);
    --size_;
    return found;
  }
  [[nodiscard]] group_job* take_all() noexcept {
    size_ = 0;
    return std::exchange(first_, nullptr);
  }
  /// `over` has no task any more.
  void keep(group_job* over) noexcept {
    if (size_ >= most && !over->in_group) return delete over;
    over->next = std::exchange(first_, over);
    ++size_;
  }

 private:
  std::array<group_job, 2> own_;
  group_job* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_JOBS_HPP
#define WEIR_ENGINE_TASK_GROUP_JOBS_HPP

#include <weir/engine/task/spare_jobs.hpp>
#include <weir/task.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// Tasks, newest first, before a task_group has them. Those that are left are destroyed with it.
class group_jobs {
 public:
  /// `places`, a list, are used before memory is allocated.
  explicit group_jobs(group_job* places = nullptr) noexcept : places_(places) {}
  group_jobs(const group_jobs&) = delete;
  group_jobs& operator=(const group_jobs&) = delete;
  ~group_jobs() {
    while (first_ != nullptr) destroy(std::exchange(first_, first_->next));
    while (places_ != nullptr) destroy(std::exchange(places_, places_->next));
  }

  /// Throws std::bad_alloc.
  void add(task t) { add(std::move(t), places_ == nullptr ? nullptr : std::exchange(places_, places_->next)); }
  /// At `place`, unless it is null.
  void add(task t, group_job* place) {
    group_job* const mine = place != nullptr ? place : new group_job;
    mine->f = std::move(t);
    mine->next = std::exchange(first_, mine);
    if (last_ == nullptr) last_ = first_;
    ++size_;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Puts all of them in front of `others`, and what is left of the places among `spares`.
  void move_to(group_job*& others, spare_jobs& spares) noexcept {
    while (places_ != nullptr) spares.keep(std::exchange(places_, places_->next));
    if (last_ == nullptr) return;
    last_->next = std::exchange(others, std::exchange(first_, nullptr));
    last_ = nullptr;
    size_ = 0;
  }

 private:
  group_job* places_;
  group_job* first_ = nullptr;
  group_job* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace weir::engine

#endif

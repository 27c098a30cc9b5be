// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_CONTEXT_VIEW_HPP
#define WEIR_CONCEPTS_CONTEXT_VIEW_HPP

#include <weir/platform/type_id.hpp>
#include <weir/platform/where.hpp>

#include <memory>

namespace weir {

/// What was posted with a task: a value of any type, and the place of the post. It lives as long as the task.
class context_view {
 public:
  /// How to find both in the object that carries them.
  struct carrier {
    const void* type;  ///< of the value; null: there is none
    const void* (*value)(const void* of) noexcept;
    const platform::where* (*place)(const void* of) noexcept;
  };

  context_view() noexcept = default;
  template <class T>
  explicit context_view(const T& value) noexcept : of_(std::addressof(value)), carried_by_(&value_itself<T>) {}
  context_view(const void* of, const carrier& carried_by) noexcept : of_(of), carried_by_(&carried_by) {}

  /// Points to the value if it is a T; null otherwise, or if there is none.
  template <class T>
  [[nodiscard]] const T* get() const noexcept {
    return carried_by_ != nullptr && carried_by_->type == platform::type_id<T> ? static_cast<const T*>(carried_by_->value(of_)) : nullptr;
  }
  /// There is a value.
  [[nodiscard]] explicit operator bool() const noexcept { return carried_by_ != nullptr && carried_by_->type != nullptr; }

  /// Where the task was posted, if the post said so by weir::from_here; null otherwise.
  [[nodiscard]] const platform::where* posted_at() const noexcept { return carried_by_ == nullptr ? nullptr : carried_by_->place(of_); }

 private:
  static const void* itself(const void* of) noexcept { return of; }
  static const platform::where* nowhere(const void*) noexcept { return nullptr; }
  template <class T>
  static constexpr carrier value_itself{platform::type_id<T>, &itself, &nowhere};

  const void* of_ = nullptr;
  const carrier* carried_by_ = nullptr;
};

}  // namespace weir

#endif

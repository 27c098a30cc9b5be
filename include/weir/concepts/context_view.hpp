// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_CONTEXT_VIEW_HPP
#define WEIR_CONCEPTS_CONTEXT_VIEW_HPP

#include <weir/platform/type_id.hpp>

namespace weir {

/// The value of any type that was posted with a task. It lives as long as the task.
class context_view {
 public:
  context_view() noexcept = default;
  template <class T>
  explicit context_view(const T& value) noexcept : value_(&value), type_(platform::type_id<T>) {}

  /// Points to the value if it is a T; null otherwise, or if there is none.
  template <class T>
  [[nodiscard]] const T* get() const noexcept {
    return type_ == platform::type_id<T> ? static_cast<const T*>(value_) : nullptr;
  }
  [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }

 private:
  const void* value_ = nullptr;
  const void* type_ = nullptr;
};

}  // namespace weir

#endif

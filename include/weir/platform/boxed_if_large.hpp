// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_BOXED_IF_LARGE_HPP
#define WEIR_PLATFORM_BOXED_IF_LARGE_HPP

#include <cstddef>
#include <memory>
#include <type_traits>

namespace weir::platform {

/// The most bytes that a member may occupy inside its object: pools may be local variables, and a thread's stack is a few MiB.
inline constexpr std::size_t most_in_place = std::size_t{64} * 1024;

template <class T>
class in_place {
 public:
  T& operator*() noexcept { return value_; }
  const T& operator*() const noexcept { return value_; }

 private:
  T value_;
};

template <class T>
class on_the_heap {
 public:
  T& operator*() noexcept { return *value_; }
  const T& operator*() const noexcept { return *value_; }

 private:
  const std::unique_ptr<T> value_{new T};  // not zeroed first
};

/// Holds a T in place, or on the heap if it has more than most_in_place bytes; the constructor then allocates it and may throw
/// std::bad_alloc.
template <class T>
using boxed_if_large = std::conditional_t<sizeof(T) <= most_in_place, in_place<T>, on_the_heap<T>>;

}  // namespace weir::platform

#endif

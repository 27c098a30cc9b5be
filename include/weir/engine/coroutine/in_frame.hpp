// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_IN_FRAME_HPP
#define WEIR_ENGINE_COROUTINE_IN_FRAME_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// An optional T for alignments beyond operator new's. The aligned place inside `room_` is found at run time. Not movable.
template <class T>
class realigned {
 public:
  realigned() noexcept = default;
  realigned(const realigned&) = delete;
  realigned& operator=(const realigned&) = delete;
  ~realigned() { reset(); }

  /// Destroys a previous value first. If making the T throws, there is no value.
  template <class... Args>
  T& emplace(Args&&... args) {
    reset();
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(room_) % alignof(T);
    void* const place = room_ + (beyond == 0 ? 0 : alignof(T) - beyond);
    return *(value_ = ::new (place) T(std::forward<Args>(args)...));
  }

  [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }
  /// Precondition: there is a value.
  [[nodiscard]] T& operator*() & noexcept { return *value_; }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*value_); }

 private:
  static constexpr std::size_t granted = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

  void reset() noexcept {
    if (T* const was = std::exchange(value_, nullptr)) std::destroy_at(was);
  }

  T* value_ = nullptr;
  alignas(granted) std::byte room_[sizeof(T) + alignof(T) - granted];
};

/// An optional T inside a coroutine frame. g++ aligns frames as operator new does, whatever they contain.
template <class T>
using in_frame = std::conditional_t<(alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__), realigned<T>, std::optional<T>>;

}  // namespace weir::engine

#endif

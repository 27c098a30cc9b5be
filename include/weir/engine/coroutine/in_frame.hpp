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

/// A T or none, for a T with a stricter alignment than operator new gives. It looks for the right place at run time, in room of its own
/// that is aligned like everything else. It does not move.
template <class T>
class realigned {
 public:
  realigned() noexcept = default;
  realigned(const realigned&) = delete;
  realigned& operator=(const realigned&) = delete;
  ~realigned() { reset(); }

  /// Destroys the value before, if there is one. Throws what making a T throws; there is none then.
  template <class... Args>
  T& emplace(Args&&... args) {
    reset();
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(room_) % alignof(T);
    void* const place = room_ + (beyond == 0 ? 0 : alignof(T) - beyond);
    return *(value_ = ::new (place) T(std::forward<Args>(args)...));
  }

  [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }
  /// Precondition: there is one.
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

/// A T or none, inside the frame of a coroutine. Frames are aligned as operator new aligns: g++ gives them no more, whatever is in them.
template <class T>
using in_frame = std::conditional_t<(alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__), realigned<T>, std::optional<T>>;

}  // namespace weir::engine

#endif

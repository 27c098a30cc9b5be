// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RUNNING_COROUTINE_HPP
#define WEIR_ENGINE_COROUTINE_RUNNING_COROUTINE_HPP

#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/task_frame.hpp>

#include <coroutine>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// The callable of a coroutine that has begun, which the coroutine may refer to: it stays in one place until the coroutine's end. Captures of up to
/// two words lie here, larger ones in recycled memory, or in heap memory if they need more alignment. The coroutine may end many turns later, on
/// another thread.
template <class P>
class running_coroutine {
 public:
  /// The operations on the callable, by its type.
  struct ways {
    void (*enter)(void* f, task_frame<P>& here);
    void (*result)(std::coroutine_handle<> ended, task_frame<P>& here);
    void (*destroy)(void* f);
  };

  running_coroutine() = default;
  running_coroutine(const running_coroutine&) = delete;
  running_coroutine& operator=(const running_coroutine&) = delete;

  /// True if a coroutine has begun.
  explicit operator bool() const noexcept { return ways_ != nullptr; }

  /// Stores a callable. Precondition: none is stored. Throws std::bad_alloc, and what moving `f` throws.
  template <class F>
  F& keep(F&& f, const ways& of_that_type) {
    if constexpr (is_small<F>)
      std::construct_at(reinterpret_cast<F*>(room_), std::move(f));
    else
      std::construct_at(reinterpret_cast<big<F>**>(room_), new big<F>(std::move(f)));
    ways_ = &of_that_type;
    return *place<F>(room_);
  }
  template <class F>
  static F* place(void* kept) noexcept {
    if constexpr (is_small<F>)
      return std::launder(static_cast<F*>(kept));
    else
      return std::addressof((*std::launder(static_cast<big<F>**>(kept)))->f);
  }
  /// Destroys the callable; `destroy` must call this. May throw what the callable's destructor throws.
  template <class F>
  static void drop(void* kept) {
    if constexpr (is_small<F>)
      place<F>(kept)->~F();
    else
      delete *std::launder(static_cast<big<F>**>(kept));
  }

  /// Gives a turn's frame what was posted with the task.
  void enter(task_frame<P>& here) { ways_->enter(room_, here); }
  /// Takes the result of the ended coroutine, if `here.ended` names one: throws what it threw.
  void result(task_frame<P>& here) {
    if (here.ended) ways_->result(here.ended, here);
  }
  /// Destroys the ended coroutine, if `here.ended` names one, and the callable. May throw what their destructors throw.
  void end(task_frame<P>& here) {
    const struct last {
      running_coroutine& self;
      ~last() noexcept(false) { std::exchange(self.ways_, nullptr)->destroy(self.room_); }
    } then{*this};
    if (const auto ended = std::exchange(here.ended, nullptr)) ended.destroy();
  }

 private:
  template <class F>
  struct big : recycled_like<P, F> {
    explicit big(F&& moved) : f(std::move(moved)) {}
    F f;
  };
  static constexpr std::size_t room_size = 2 * sizeof(void*);
  template <class F>
  static constexpr bool is_small = sizeof(F) <= room_size && alignof(F) <= alignof(void*);

  const ways* ways_ = nullptr;
  alignas(void*) std::byte room_[room_size];
};

}  // namespace weir::engine

#endif

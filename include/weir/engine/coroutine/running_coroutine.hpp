// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RUNNING_COROUTINE_HPP
#define WEIR_ENGINE_COROUTINE_RUNNING_COROUTINE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/frame_cache.hpp>

#include <coroutine>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// A task that is a coroutine and has begun: the callable that made it, which it may refer to, at one place until its end. Two words of
/// captures lie here, more of them in memory that carriers recycle, or from the heap if they are aligned more strictly. It may end many turns later, on another thread.
template <class P>
class running_coroutine {
 public:
  /// What to do with the callable, by its type.
  struct ways {
    void (*enter)(void* f, task_frame<P>& here);
    void (*result)(std::coroutine_handle<> ended);
    void (*destroy)(void* f);
  };

  running_coroutine() = default;
  running_coroutine(const running_coroutine&) = delete;
  running_coroutine& operator=(const running_coroutine&) = delete;

  /// Is there one?
  explicit operator bool() const noexcept { return ways_ != nullptr; }

  /// Keeps a callable; there must be none yet. Throws std::bad_alloc, and what moving it throws.
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
      return &(*std::launder(static_cast<big<F>**>(kept)))->f;
  }
  /// The last of the `ways` must call this. May throw what the callable's destructor throws.
  template <class F>
  static void drop(void* kept) {
    if constexpr (is_small<F>)
      place<F>(kept)->~F();
    else
      delete *std::launder(static_cast<big<F>**>(kept));
  }

  /// Tells the frame of each turn what was posted with the task.
  void enter(task_frame<P>& here) { ways_->enter(room_, here); }
  /// After the end of the coroutine, which the frame names: throws what it threw.
  void result(task_frame<P>& here) {
    if (here.ended) ways_->result(here.ended);
  }
  /// Destroys the coroutine that has ended, if the frame names one, and the callable. May throw what these throw.
  void end(task_frame<P>& here) {
    const struct last {
      running_coroutine& self;
      ~last() noexcept(false) {
        std::exchange(self.ways_, nullptr)->destroy(self.room_);
      }
    } then{*this};
    if (const auto ended = std::exchange(here.ended, nullptr)) ended.destroy();
  }

 private:
  template <class F>
  struct big : recycled_like<P, F> {
    explicit big(F&& moved) : f(std::move(moved)) {}
    F f;
  };
  static constexpr std::size_t small = 2 * sizeof(void*);
  template <class F>
  static constexpr bool is_small = sizeof(F) <= small && alignof(F) <= alignof(void*);

  const ways* ways_ = nullptr;
  alignas(void*) std::byte room_[small];
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_FOREIGN_WAIT_HPP
#define WEIR_ENGINE_COROUTINE_FOREIGN_WAIT_HPP

#include <weir/abandoned.hpp>
#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// Awaitables that resume the coroutine through its pool. They declare `using resumes_at_home = void`.
template <class A>
concept resumes_at_home = requires { typename std::remove_cvref_t<A>::resumes_at_home; };

/// What a foreign awaiter gets instead of the waiting coroutine's handle. Resumed or destroyed, by any thread, it ends, and the waiting coroutine
/// is resumed by its own pool.
template <class P>
class stand_in {
 public:
  using flag = typename P::template cell<bool>;

  class promise_type : public recycled<P> {
   public:
    promise_type(resumable<P>& who, std::coroutine_handle<> point, flag& resumed) noexcept : who_(&who), point_(point), resumed_(resumed) {}
    promise_type(const promise_type&) = delete;
    promise_type& operator=(const promise_type&) = delete;
    ~promise_type() {
      if (who_ != nullptr) who_->suspended_at(point_).resume(*who_);
    }

    stand_in get_return_object() noexcept { return stand_in(*this); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() noexcept { resumed_.write() = true; }
    void unhandled_exception() noexcept { std::terminate(); }  // its body throws nothing

   private:
    friend stand_in;
    resumable<P>* who_;  // null: no coroutine waits
    std::coroutine_handle<> point_;
    flag& resumed_;
  };

  /// Makes one for `who`, to be resumed at `point`. Sets `resumed` if it is resumed, not if it is destroyed. Throws std::bad_alloc.
  static stand_in make(resumable<P>&, std::coroutine_handle<>, flag&) { co_return; }

  stand_in(stand_in&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  /// Unless it was given away, it is destroyed without resuming the coroutine.
  ~stand_in() {
    if (!frame_) return;
    frame_.promise().who_ = nullptr;
    frame_.destroy();
  }

  [[nodiscard]] std::coroutine_handle<> handle() const noexcept { return frame_; }
  void given_away() noexcept { frame_ = nullptr; }

 private:
  explicit stand_in(promise_type& own) noexcept : frame_(std::coroutine_handle<promise_type>::from_promise(own)) {}

  std::coroutine_handle<promise_type> frame_;
};

/// `co_await` of a foreign awaitable, one without resumes_at_home. In a coroutine that a pool runs the awaiter gets a stand_in, elsewhere the
/// coroutine.
template <class P, class A>
class foreign_wait {
 public:
  explicit foreign_wait(A&& a) : awaiter_(awaiter_of(static_cast<A&&>(a))) {}
  foreign_wait(const foreign_wait&) = delete;
  foreign_wait& operator=(const foreign_wait&) = delete;

  bool await_ready() { return static_cast<bool>(awaiter_.await_ready()); }

  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> point) {
    return suspend(point, point.promise().is_foreign());
  }
  decltype(auto) await_resume() {
    if (!resumed_.read()) throw abandoned();
    return awaiter_.await_resume();
  }

 private:
  /// Not inlined: clang++ may keep locals of an inlined function in the coroutine frame, which may be destroyed before this returns.
  [[gnu::noinline]] std::coroutine_handle<> suspend(std::coroutine_handle<> point, bool is_foreign) {
    const auto* here = task_frame<P>::innermost();
    if (is_foreign || here == nullptr || here->next == nullptr) return given(point);  // no pool runs it
    auto& who = resumable<P>::current();
    who.suspended_at(point);
    resumed_.write() = false;
    auto substitute = stand_in<P>::make(who, point, resumed_);
    const std::coroutine_handle<> its = substitute.handle();
    const std::coroutine_handle<> next = given(its);
    if (next == its) {  // the awaiter did not suspend
      resumed_.write() = true;
      return hand_over<P>(point);
    }
    substitute.given_away();
    return hand_over<P>(next);
  }
  static decltype(auto) awaiter_of(A&& a) {
    if constexpr (requires { static_cast<A&&>(a).operator co_await(); })
      return static_cast<A&&>(a).operator co_await();
    else if constexpr (requires { operator co_await(static_cast<A&&>(a)); })
      return operator co_await(static_cast<A&&>(a));
    else
      return static_cast<A&&>(a);
  }

  /// Calls await_suspend. Returns what to resume next: `waiting`, another coroutine, or std::noop_coroutine().
  std::coroutine_handle<> given(std::coroutine_handle<> waiting) {
    using answer = decltype(awaiter_.await_suspend(waiting));
    if constexpr (std::is_void_v<answer>)
      return awaiter_.await_suspend(waiting), std::noop_coroutine();
    else if constexpr (std::same_as<answer, bool>)
      return awaiter_.await_suspend(waiting) ? std::noop_coroutine() : waiting;
    else
      return awaiter_.await_suspend(waiting);
  }

  decltype(awaiter_of(std::declval<A>())) awaiter_;
  typename P::template cell<bool> resumed_{true};
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_MOVABLE_CALLABLE_HPP
#define WEIR_ENGINE_TASK_MOVABLE_CALLABLE_HPP

#include <exception>
#include <functional>
#include <new>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// A callable whose move may throw, on the heap: it is moved once more, by the thread that posts it, which gets what that throws.
template <class F>
class callable_on_the_heap {
 public:
  explicit callable_on_the_heap(F&& f) : f_(new F(std::move(f))) {}
  callable_on_the_heap(callable_on_the_heap&& other) noexcept : f_(std::exchange(other.f_, nullptr)) {}
  ~callable_on_the_heap() noexcept(std::is_nothrow_destructible_v<F>) { delete f_; }

  decltype(auto) operator()() { return std::invoke(*f_); }
  // What coroutine_task calls, if F has it:
  template <class Frame>
  auto make(Frame& here)
    requires requires(F& f) { f.make(here); }
  {
    return f_->make(here);
  }
  template <class Frame>
  void enter(Frame& here) noexcept
    requires requires(F& f) { f.enter(here); }
  {
    f_->enter(here);
  }
  template <class Frame>
  void fail(Frame& here, std::exception_ptr why)
    requires requires(F& f) { f.fail(here, why); }
  {
    f_->fail(here, std::move(why));
  }

 private:
  F* f_;
};

/// Moving an F throws nothing. std::is_nothrow_move_constructible would ask the same of its destructor.
template <class F>
inline constexpr bool moves_without_exception = noexcept(::new (std::declval<void*>()) F(std::declval<F>()));

/// A callable that is moved without an exception: F, or what holds it on the heap.
template <class F>
using movable_callable = std::conditional_t<moves_without_exception<F>, F, callable_on_the_heap<F>>;

}  // namespace weir::engine

#endif

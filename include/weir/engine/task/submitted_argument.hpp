// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SUBMITTED_ARGUMENT_HPP
#define WEIR_ENGINE_TASK_SUBMITTED_ARGUMENT_HPP

#include <weir/engine/task/argument_task.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/future.hpp>

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// What the call of a function_pool gives to its future: what the function returns, or for a coroutine what that returns. Also void if the function
/// cannot be called: function_pool then says so, which a missing type would not.
template <class F, class Arg>
struct result_of_call : end_of<void> {};
template <class F, class Arg>
  requires std::is_invocable_v<F&, Arg>
struct result_of_call<F, Arg> : end_of<std::invoke_result_t<F&, Arg>> {};

/// The target of one submitted argument: the pool's function, and the promise of the result. On the heap; the argument_task destroys it.
template <class F, class Arg, class P>
class submitted_argument final : public call_target<F, Arg> {
  using target = call_target<F, Arg>;
  using result_type = typename result_of_call<F, Arg>::type;

 public:
  submitted_argument(F& f, promise<result_type, P> result) noexcept : target{&f, &as_submitted}, result_(std::move(result)) {}

 private:
  static submitted_argument& self(target& t) noexcept { return static_cast<submitted_argument&>(t); }
  static void run(target& t, Arg& a, [[maybe_unused]] void* frame) {
    bound_call<F, Arg> call{t.f, std::move(a)};
    if constexpr (argument_task<F, Arg>::makes_coroutines) {
      using whole = submitted_coroutine<bound_call<F, Arg>, result_type, P>;
      coroutine_task<P, whole>({std::move(self(t).result_), std::move(call)}).run_within(frame);
    } else {
      self(t).result_.complete_with(call, frame == nullptr ? nullptr : &static_cast<task_frame<P>*>(frame)->fate);
    }
  }
  static constexpr typename target::submitted as_submitted{&run, [](target& t) noexcept { delete &self(t); }};

  promise<result_type, P> result_;
};

/// False if a future cannot hold what a call returns; a static_assert says why.
template <class R>
consteval bool explain_result_of_call() {
  constexpr bool kept = std::is_void_v<R> || std::is_reference_v<R> || std::move_constructible<R>;
  static_assert(kept, "weir: a future gets what the function returns by a move; let the function return a std::unique_ptr of it");
  return kept;
}

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_ARGUMENT_TASK_HPP
#define WEIR_ENGINE_TASK_ARGUMENT_TASK_HPP

#include <weir/engine/task/coroutine_task.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// A function with one argument. If the call makes a coroutine, this is what the coroutine may refer to until its end.
template <class F, class Arg>
struct bound_call {
  F* f;
  Arg argument;
  decltype(auto) operator()() { return std::invoke(*f, std::move(argument)); }
};

/// The platform of the coroutine that a call makes; void if it makes none.
template <class Made>
struct platform_of {
  using type = void;
};
template <class T, class P>
struct platform_of<basic_coroutine<T, P>> {
  using type = P;
};
template <class F, class Arg>
struct coroutine_platform_of : platform_of<void> {};
template <class F, class Arg>
  requires std::is_invocable_v<F&, Arg>
struct coroutine_platform_of<F, Arg> : platform_of<std::invoke_result_t<F&, Arg>> {};
template <class F, class Arg>
using coroutine_platform = typename coroutine_platform_of<F, Arg>::type;

/// What an argument is handed to: the pool's function. All posted arguments share one target; a submitted one has its own, which knows the future.
template <class F, class Arg>
struct call_target {
  struct submitted {
    void (*run)(call_target&, Arg&, void* frame);
    void (*destroy)(call_target&) noexcept;
  };
  F* f;
  const submitted* as = nullptr;  ///< null for posted arguments
};

/// What a function_pool queues: an argument and a pointer to its target. Empty if the pointer is null. The engine uses it as it uses weir::task in
/// other pools. It destroys a submitted argument's target.
template <class F, class Arg>
class argument_task {
 public:
  using target = call_target<F, Arg>;

  argument_task() noexcept = default;
  template <class A>
  argument_task(target& of, A&& a) {
    ::new (static_cast<void*>(storage_)) Arg(std::forward<A>(a));
    of_ = std::addressof(of);
  }
  argument_task(argument_task&& other) noexcept { take(other); }
  argument_task& operator=(argument_task&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~argument_task() { reset(); }

  /// A call makes a coroutine, which the pool resumes after each of its waits.
  static constexpr bool makes_coroutines = !std::is_void_v<coroutine_platform<F, Arg>>;

  void operator()() { run_within(nullptr); }
  /// The same, called by a pool: `frame` is the thread's task_frame.
  void run_within(void* frame) {
    if (of_->as != nullptr)
      of_->as->run(*of_, stored(), frame);
    else if constexpr (makes_coroutines)
      starter().run_within(frame);
    else
      static_cast<void>(std::invoke(*of_->f, std::move(stored())));
  }
  void reset() {
    target* const of = std::exchange(of_, nullptr);
    if (of == nullptr) return;
    std::destroy_at(std::addressof(stored()));
    if (of->as != nullptr) of->as->destroy(*of);
  }
  [[nodiscard]] explicit operator bool() const noexcept { return of_ != nullptr; }

  /// Precondition: not empty.
  [[nodiscard]] Arg&& argument() && noexcept { return std::move(stored()); }

 private:
  [[nodiscard]] auto starter() { return coroutine_task<coroutine_platform<F, Arg>, bound_call<F, Arg>>({of_->f, std::move(stored())}); }
  [[nodiscard]] Arg& stored() noexcept { return *std::launder(reinterpret_cast<Arg*>(storage_)); }

  static_assert(std::is_nothrow_move_constructible_v<Arg>,
                "weir: a function_pool's argument must move without throwing; take a std::unique_ptr of it");

  void take(argument_task& other) noexcept {
    if (other.of_ == nullptr) return;
    ::new (static_cast<void*>(storage_)) Arg(std::move(other.stored()));
    of_ = std::exchange(other.of_, nullptr);
    std::destroy_at(std::addressof(other.stored()));
  }

  target* of_ = nullptr;
  alignas(Arg) std::byte storage_[sizeof(Arg)];
};

}  // namespace weir::engine

#endif

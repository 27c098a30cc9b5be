// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_ARGUMENT_TASK_HPP
#define WEIR_ENGINE_TASK_ARGUMENT_TASK_HPP

#include <weir/engine/coroutine/any_coroutine.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// What a function_pool queues: an argument and a pointer to the function that all arguments share. Empty if the pointer is null. The engine uses
/// it as it uses weir::task in other pools.
template <class F, class Arg>
class argument_task {
 public:
  argument_task() noexcept = default;
  template <class A>
  argument_task(F& f, A&& a) {
    ::new (static_cast<void*>(storage_)) Arg(std::forward<A>(a));
    f_ = &f;
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

  void operator()() {
    static_assert(!any_coroutine<std::invoke_result_t<F&, Arg>>,
                  "weir: a function_pool runs its function to its end, and this one makes a coroutine, which no thread would resume; post callables "
                  "to a weir::pool or weir::light_pool");
    static_cast<void>(std::invoke(*f_, std::move(stored())));
  }
  void reset() {
    if (std::exchange(f_, nullptr) != nullptr) std::destroy_at(&stored());
  }
  [[nodiscard]] explicit operator bool() const noexcept { return f_ != nullptr; }

  /// Precondition: not empty.
  [[nodiscard]] Arg&& argument() && noexcept { return std::move(stored()); }

 private:
  [[nodiscard]] Arg& stored() noexcept { return *std::launder(reinterpret_cast<Arg*>(storage_)); }

  static_assert(std::is_nothrow_move_constructible_v<Arg>, "weir: a function_pool's argument must move without throwing; take a std::unique_ptr of it");

  void take(argument_task& other) noexcept {
    if (other.f_ == nullptr) return;
    ::new (static_cast<void*>(storage_)) Arg(std::move(other.stored()));
    f_ = other.f_;
    other.reset();
  }

  F* f_ = nullptr;
  alignas(Arg) std::byte storage_[sizeof(Arg)];
};

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TASK_HPP
#define WEIR_TASK_HPP

#include <weir/engine/coroutine/any_coroutine.hpp>
#include <weir/platform/copy_words.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace weir {

/// A move-only unit of work: any callable that takes no arguments. What it returns is dropped. A callable that makes a coroutine cannot be a task:
/// post the callable itself, to any weir::pool or weir::light_pool.
///
/// Callables of up to `task::inline_bytes` bytes that move without throwing are stored inside the task and cost no allocation; others are put on
/// the heap by the constructor, which may then throw std::bad_alloc. The callable's move constructor may run while the pool holds a lock of its
/// own, so it must not call the pool.
class task {
  template <class F>
  static constexpr bool takes_arguments =
      !std::invocable<F&> && (requires { &F::operator(); } || std::is_function_v<std::remove_pointer_t<F>> || std::is_member_pointer_v<F>);

 public:
  static constexpr std::size_t inline_bytes = 48;

  task() noexcept = default;

  /// Throws std::invalid_argument for an empty std::function or a null function pointer, and what copying `f` throws.
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, task> && std::invocable<std::decay_t<F>&>)
  explicit task(F&& f) {
    using callable = std::decay_t<F>;
    static_assert(
        !engine::any_coroutine<std::invoke_result_t<callable&>>,
        "weir: a weir::task runs a callable to its end, and this one makes a coroutine, which no thread would resume; post the callable "
        "itself to a weir::pool or weir::light_pool");
    refuse_empty(f);
    if constexpr (fits<callable>) {
      ::new (static_cast<void*>(storage_)) callable(std::forward<F>(f));
      actions_ = &here<callable>;
    } else {
      auto* callee = new callable(std::forward<F>(f));
      std::memcpy(storage_, &callee, sizeof callee);
      actions_ = &elsewhere<callable>;
    }
  }

  /// Not for a callable that wants arguments: says so.
  template <class F>
    requires(takes_arguments<std::decay_t<F>>)
  explicit task(F&&) {
    static_assert(!takes_arguments<std::decay_t<F>>,
                  "weir: what a weir::task runs must be callable without arguments; put them into a lambda: weir::task([=] { f(x); })");
  }

  /// Throws std::invalid_argument if `f` is an empty std::function, a null function pointer or an empty task.
  template <class F>
  static void refuse_empty(const F& f) {
    bool empty = false;
    if constexpr (std::same_as<F, task>)
      empty = !f;
    else if constexpr (nullable<F>)
      empty = f == nullptr;
    if (empty) throw std::invalid_argument("weir: an empty callable cannot be posted");
  }

  task(task&& other) noexcept { take(other); }
  task& operator=(task&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~task() { reset(); }

  /// Runs the callable, which stays in the task. Precondition: not empty.
  void operator()() { actions_->run(storage_, nullptr); }
  /// The same, called by a pool: a callable that declares asks_for_its_frame is given `frame`.
  void run_within(void* frame) { actions_->run(storage_, frame); }

  /// Destroys the callable; the task is empty afterwards, even if the callable's destructor throws.
  void reset() {
    if (const auto* was = std::exchange(actions_, nullptr)) was->destroy(storage_);
  }

  [[nodiscard]] explicit operator bool() const noexcept { return actions_ != nullptr; }

 private:
  struct actions {
    void (*run)(std::byte*, void* frame);
    void (*relocate)(std::byte* from, std::byte* to) noexcept;  // null: copying the bytes is enough
    void (*destroy)(std::byte*);
  };

  template <class F>
  static constexpr bool nullable = std::is_pointer_v<F> || (std::is_class_v<F> && std::is_constructible_v<F, std::nullptr_t> &&
                                                            requires(const F& f) { static_cast<bool>(f == nullptr); });
  template <class F>
  static constexpr bool fits = sizeof(F) <= inline_bytes && alignof(F) <= alignof(void*) && std::is_nothrow_move_constructible_v<F>;

  template <class F>
  static F& at(std::byte* p) noexcept {
    return *std::launder(reinterpret_cast<F*>(p));
  }
  template <class F>
  static F* pointee(std::byte* p) noexcept {
    F* f;
    std::memcpy(&f, p, sizeof f);
    return f;
  }
  template <class F>
  static void move_here(std::byte* from, std::byte* to) noexcept {
    ::new (static_cast<void*>(to)) F(std::move(at<F>(from)));
    at<F>(from).~F();
  }

  template <class F>
  static void call(F& f, [[maybe_unused]] void* frame) {
    if constexpr (requires { typename F::asks_for_its_frame; })
      f.run_within(frame);
    else
      static_cast<void>(std::invoke(f));
  }

  template <class F>
  static constexpr actions here = {[](std::byte* p, void* frame) { call(at<F>(p), frame); },
                                   std::is_trivially_copyable_v<F> ? nullptr : &move_here<F>, [](std::byte* p) { at<F>(p).~F(); }};
  template <class F>
  static constexpr actions elsewhere = {[](std::byte* p, void* frame) { call(*pointee<F>(p), frame); }, nullptr,
                                        [](std::byte* p) { delete pointee<F>(p); }};

  void take(task& other) noexcept {
    actions_ = std::exchange(other.actions_, nullptr);
    if (actions_ == nullptr) return;
    if (actions_->relocate != nullptr)
      actions_->relocate(other.storage_, storage_);
    else
      platform::copy_words<inline_bytes>(storage_, other.storage_);
  }

  const actions* actions_ = nullptr;
  alignas(void*) std::byte storage_[inline_bytes];
};

static_assert(sizeof(task) == task::inline_bytes + sizeof(void*), "a queue slot of 64 bytes holds a task and its turn");

}  // namespace weir

#endif

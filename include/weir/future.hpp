// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_FUTURE_HPP
#define WEIR_FUTURE_HPP

#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/waker.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/permit.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace weir {

namespace engine {

/// The state that a submitted task and its future share. The last of the two to release it destroys it. A continuation of a future is derived from
/// its own outcome.
template <class R, class P>
class outcome {
 public:
  using stored =
      std::conditional_t<std::is_void_v<R>, std::monostate, std::conditional_t<std::is_reference_v<R>, std::add_pointer_t<R>, R>>;
  using time_point = typename P::clock::time_point;

  /// For a task of the pool with that id, or of any pool that lies in the `bytes` bytes from `pool` on.
  explicit outcome(const void* pool, std::size_t bytes = 1) noexcept : pools_(pool), bytes_(bytes) {}
  outcome(const outcome&) = delete;
  outcome& operator=(const outcome&) = delete;
  virtual ~outcome() = default;

  /// `fate`, if it is not null, is told of an exception.
  template <class F>
  void complete_with(F& f, task_fate* fate = nullptr) {
    std::exception_ptr thrown;
    try {
      if constexpr (std::is_void_v<R>) {
        std::invoke(f);
        publish<1>();
      } else if constexpr (std::is_reference_v<R>) {
        auto&& referred = std::invoke(f);
        publish<1>(std::addressof(referred));
      } else {
        publish<1>(std::invoke(f));
      }
    } catch (...) {
      platform::pass_on_forced_unwind();
      thrown = std::current_exception();
      if (fate != nullptr) *fate = task_fate::failed;
    }
    if (thrown) publish<2>(std::move(thrown));  // the only reference: the thread that gets it also destroys it
  }
  /// Sets the outcome unless there is one.
  void refuse(post_result why) {
    if (!told_.read()) publish<3>(why);
  }

  /// Takes over what the other one has instead of a value. Precondition: it has an outcome, which the calling thread sees, and that is no value.
  template <class Other>
  void fail_as(outcome<Other, P>& other) {
    auto& failure = other.value_.write();
    if (auto* thrown = std::get_if<2>(&failure))
      publish<2>(std::exchange(*thrown, nullptr));
    else
      publish<3>(std::get<3>(failure));
  }

  /// True if there is an outcome. Does not wait.
  bool ready() {
    if (!seen_.read() && done_.try_take()) seen_.write() = true;
    return seen_.read();
  }
  /// Waits for the outcome, until `deadline` unless that is null; false if the deadline came first. Polls briefly before it sleeps: a task that a
  /// worker is about to run ends sooner than the caller would fall asleep. Throws std::system_error(resource_deadlock_would_occur) without a
  /// deadline inside a task of the pool, unless that is in a blocking region and another worker may run instead.
  bool wait(const time_point* deadline) {
    if (soon_ready()) return true;
    if (deadline == nullptr && is_awaited_by_its_pool())
      refuse_deadlock(
          "a task waits for the future of another task of its own pool; "
          "co_await it, wait in a weir::task_group or a weir::blocking_region, or take submit_cancellable() and help_and_get()");
    return sleep_until(deadline);
  }
  /// The same for the outcome of a task that has begun, which needs no thread of its pool but its own.
  bool wait_for_its_end(const time_point* deadline) { return soon_ready() || sleep_until(deadline); }
  /// The calling thread runs a task of the pool from which the outcome is to come, and no other worker runs instead.
  [[nodiscard]] virtual bool is_awaited_by_its_pool() const noexcept { return task_frame<P>::holds_up(pools_, bytes_); }
  /// Identifies the pool, or the first of several, from which the outcome is to come.
  [[nodiscard]] const void* pools() const noexcept { return pools_; }
  /// `w` is woken when there is an outcome. False: there is one already. Not inlined: clang++ may keep locals of an inlined function in the coroutine
  /// frame, which may be destroyed before this returns.
  [[gnu::noinline]] bool watch(waker& w) {
    if (seen_.read()) return false;
    waiting_.write() = &w;
    if (done_.watch()) return true;
    seen_.write() = true;
    return false;
  }
  /// After watch(): the waker is not woken. False: it was, or is about to be.
  bool watch_no_more() { return done_.watch_no_more(); }
  /// Moves the value out, throws what the task threw, or not_run with the reason. Precondition: there is an outcome, which the calling thread sees.
  R take() {
    auto& value = value_.write();
    if (auto* thrown = std::get_if<2>(&value)) std::rethrow_exception(std::exchange(*thrown, nullptr));
    if (auto* why = std::get_if<3>(&value)) throw not_run(*why);
    if constexpr (std::is_reference_v<R>)
      return static_cast<R>(*std::get<1>(value));
    else if constexpr (!std::is_void_v<R>)
      return std::move(std::get<1>(value));
  }
  /// The same without a change: 1 of the variant is a value, 2 what the task threw, 3 why it did not run.
  [[nodiscard]] const auto& value() const { return value_.read(); }

  void let_go() noexcept {
    // [OWN-1] acq_rel, pairs with [OWN-1]: the last owner sees what the other did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  template <class, class>
  friend class outcome;

  /// Polls for less than a sleep and its wake take.
  bool soon_ready() {
    return P::poll([this] { return ready(); }, std::chrono::nanoseconds(500));
  }
  bool sleep_until(const time_point* deadline) {
    const noted_wait<P> noted(pools_);
    if (deadline == nullptr) done_.take();
    return seen_.write() = deadline == nullptr || done_.take_until(*deadline).has_value();
  }
  /// There is one writer at a time: the task, or, once the task was refused or destroyed, the thread that did so.
  template <std::size_t Kind, class... Args>
  void publish(Args&&... args) {
    value_.write().template emplace<Kind>(std::forward<Args>(args)...);
    told_.write() = true;
    if (done_.give()) waiting_.read()->wake();
  }

  const void* const pools_;
  const std::size_t bytes_;
  platform::permit<P> done_;
  typename P::template cell<std::variant<std::monostate, stored, std::exception_ptr, post_result>> value_;
  typename P::template cell<bool> told_{false};  // used by the task
  typename P::template cell<bool> seen_{false};  // used by the future
  typename P::template cell<waker*> waiting_{nullptr};
  typename P::template atomic<unsigned> owners_{2};
};

/// The task's share of an outcome. Sets `cancelled` if it is destroyed without an outcome.
template <class R, class P>
class promise {
 public:
  explicit promise(outcome<R, P>* shared) noexcept : outcome_(shared) {}
  promise(promise&& other) noexcept : outcome_(std::exchange(other.outcome_, nullptr)) {}
  ~promise() {
    if (outcome_ == nullptr) return;
    outcome_->refuse(post_result::cancelled);
    outcome_->let_go();
  }
  /// Does nothing when called again.
  template <class F>
  void complete_with(F& f, task_fate* fate = nullptr) {
    if (outcome_ == nullptr) return;
    outcome_->complete_with(f, fate);
    std::exchange(outcome_, nullptr)->let_go();
  }

 private:
  outcome<R, P>* outcome_;
};

/// What submit() posts: the callable and its promise.
template <class F, class R, class P>
struct submitted {
  using asks_for_its_frame = void;
  promise<R, P> result;
  F f;
  void operator()() { result.complete_with(f); }
  /// Called by a pool.
  void run_within(void* frame) { result.complete_with(f, frame == nullptr ? nullptr : &static_cast<task_frame<P>*>(frame)->fate); }
};

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_invalid_future() {
  throw std::logic_error("weir: a future without a result: it is default-constructed or moved from, or get() has been called");
}

}  // namespace engine

/// The result of a submitted task. Movable; used by one thread at a time.
///
/// It always completes: with the value, with what the task threw, or with not_run when the pool refused the task or the task was destroyed before
/// it ran, for example after stop() handed it back. For a reference, `T&` or `T&&`, it holds the address: the object must live until it is used.
/// Visibility: what the task did is seen after wait() or get().
template <class R, class P = platform::native>
class future {
  static_assert(std::is_void_v<R> || std::is_reference_v<R> || std::is_move_constructible_v<R>,
                "weir: a future has a value that can be moved: return a std::unique_ptr of what cannot");

 public:
  using platform_type = P;
  using resumes_at_home = void;

  future() noexcept = default;
  explicit future(engine::outcome<R, P>* adopted) noexcept : outcome_(adopted) {}
  future(future&& other) noexcept : outcome_(std::exchange(other.outcome_, nullptr)) {}
  future& operator=(future&& other) noexcept {
    future taken(std::move(other));
    std::swap(outcome_, taken.outcome_);
    return *this;
  }
  ~future() {
    if (outcome_ != nullptr) outcome_->let_go();
  }

  /// False for a default-constructed or moved-from future, and after get(): every call below then throws std::logic_error.
  [[nodiscard]] bool valid() const noexcept { return outcome_ != nullptr; }
  [[nodiscard]] bool ready() const { return its().ready(); }

  /// Waits for the outcome. Throws std::system_error(resource_deadlock_would_occur) when called by a task of the same pool before there is one, unless
  /// it is called in a weir::blocking_region for which another worker may run.
  void wait() const { its().wait(nullptr); }
  /// True if there is an outcome before `d`, a std::chrono::duration of any kind, has passed. A duration beyond the clock's range is as wait(),
  /// which throws inside the pool; a negative one or a NaN does not wait.
  bool wait_for(platform::time_span d) const { return wait_until(platform::deadline_in<P>(d)); }
  /// The same until `deadline`, a time point of the platform's clock; natively of std::chrono::steady_clock, of any resolution.
  bool wait_until(platform::instant<typename P::clock> deadline) const {
    const typename P::clock::time_point t = deadline;
    return its().wait(platform::finite(t));
  }

  /// For weir's own use: what the future and its task share.
  [[nodiscard]] engine::outcome<R, P>* shared() const noexcept { return outcome_; }

  /// `co_await f` in a coroutine that a pool runs: as get(), but holds no thread meanwhile. In any other coroutine it throws std::logic_error,
  /// unless there is an outcome. The coroutine keeps its place in a light pool while it waits, so the task that it waits for needs another one.
  auto operator co_await() {
    static_cast<void>(its());
    return awaited(*this);
  }

  /// Waits; then returns the value, throws what the task threw, or throws not_run with the reason. The future is invalid afterwards.
  R get() {
    its().wait(nullptr);
    const future done(std::move(*this));
    return done.outcome_->take();
  }

 private:
  class awaited final : engine::waker {
   public:
    using resumes_at_home = void;
    explicit awaited(future& of) noexcept : f_(of) {}
    bool await_ready() const { return f_.ready(); }
    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> point) {
      who_ = &engine::resumable<P>::of(point);
      who_->suspended_at(point);
      return f_.outcome_->watch(*this);
    }
    R await_resume() const { return f_.get(); }

   private:
    void wake() override { who_->host().resume(*who_); }

    future& f_;
    engine::resumable<P>* who_ = nullptr;
  };

  [[nodiscard]] engine::outcome<R, P>& its() const {
    if (outcome_ == nullptr) [[unlikely]]
      engine::refuse_invalid_future();
    return *outcome_;
  }

  engine::outcome<R, P>* outcome_ = nullptr;
};

}  // namespace weir

#endif

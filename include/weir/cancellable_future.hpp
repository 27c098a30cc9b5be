// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CANCELLABLE_FUTURE_HPP
#define WEIR_CANCELLABLE_FUTURE_HPP

#include <weir/engine/task/cancellable_task.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/submit_task.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <functional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

/// Cancels a task of submit_cancellable(). Copies cancel the same task; they may outlive it, its future and its pool, and may be used by any thread.
template <class P = platform::native>
class canceller {
 public:
  /// Cancels nothing.
  canceller() noexcept = default;
  /// Takes over a share.
  explicit canceller(engine::cancellable_task<P>* adopted) noexcept : task_(adopted) {}
  canceller(const canceller& other) noexcept : task_(other.task_) {
    if (task_ != nullptr) task_->take_share();
  }
  canceller(canceller&& other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  canceller& operator=(canceller other) noexcept {
    std::swap(task_, other.task_);
    return *this;
  }
  ~canceller() {
    if (task_ != nullptr) task_->let_go();
  }

  /// True: the task had not begun and never runs; its callable is destroyed, and its future is ready, with `cancelled`. False: it has begun, and its
  /// stop token is stopped, or it is over; then a later call changes nothing. Constant time; never waits. Callbacks of the token run here.
  /// Throws what the destructor of the callable throws, if it is destroyed here; the future is ready all the same.
  bool cancel() const { return task_ != nullptr && task_->cancel(); }
  /// The same, for a std::stop_callback: `std::stop_callback ends(token, found.canceller());`
  bool operator()() const { return cancel(); }

  /// For weir's own use: as cancellable_task::help().
  bool help() const { return task_ != nullptr && task_->help(); }

 private:
  engine::cancellable_task<P>* task_ = nullptr;
};

/// A future whose task can be cancelled. To destroy it cancels nothing.
template <class R, class P = platform::native>
class cancellable_future : public future<R, P> {
 public:
  cancellable_future() noexcept = default;
  cancellable_future(future<R, P> result, weir::canceller<P> its) noexcept : future<R, P>(std::move(result)), canceller_(std::move(its)) {}

  /// As canceller::cancel(). Unlike a future's other functions any thread may call it, while no thread moves the future.
  bool cancel() const { return canceller_.cancel(); }
  /// As get(), and a task of the same pool may call it: if the task that it waits for has not begun, it runs here; if it runs on another thread, it is
  /// waited for. So tasks may submit tasks and wait for them, to any depth, on one worker; tasks that wait for each other in a circle wait for ever.
  /// A coroutine cannot run here: as get(). Throws what the destructor of the callable throws, if that runs here; the future keeps its outcome.
  R help_and_get() {
    if (canceller_.help()) this->shared()->wait_for_its_end(nullptr);
    return this->get();
  }
  /// True if there is an outcome before `d`, a std::chrono::duration of any kind, has passed. As help_and_get(), it runs the task here if that has not
  /// begun, for as long as it takes, and throws as it does; a task of the same pool may call it; no task is begun after the deadline.
  bool help_for(platform::time_span d) { return help_until(platform::deadline_in<P>(d)); }
  /// The same until `deadline`, a time point of the platform's clock.
  bool help_until(platform::instant<typename P::clock> deadline) {
    const typename P::clock::time_point t = deadline;
    if (P::clock::now() >= t) return this->ready();
    return canceller_.help() ? this->shared()->wait_for_its_end(platform::finite(t)) : this->wait_until(t);
  }
  /// For those that cancel and have no use for the result. Cancels nothing if this future is default-constructed or moved from.
  [[nodiscard]] const weir::canceller<P>& canceller() const noexcept { return canceller_; }

 private:
  weir::canceller<P> canceller_;
};

namespace engine {

/// A callable that is called with a stop token.
template <class F>
struct with_token {
  F f;
  std::stop_token token;
  decltype(auto) operator()() { return std::invoke(f, token); }
};

/// What submit_cancellable() makes of a callable.
template <class F>
using cancellable_callable = std::conditional_t<std::invocable<std::decay_t<F>&, std::stop_token>, with_token<std::decay_t<F>>, F>;

template <class Pool, class F>
consteval bool explain_cancellable() {
  constexpr bool is_task = std::is_same_v<std::remove_cvref_t<F>, task>;
  static_assert(!is_task, "weir: submit_cancellable makes the task itself: give it the callable");
  if constexpr (is_task)
    return false;
  else
    return explain_submitted<Pool, cancellable_callable<F>>();
}

}  // namespace engine

/// As pool.submit(f), of a weir::pool, light_pool, multi_pool, any_pool or share, and the task can be cancelled: `auto found =
/// weir::submit_cancellable(pool, search); found.cancel();`
///
/// A task that waits is destroyed at once, with all that it has captured, and its future completes `cancelled`. Its place in the queue, 64 bytes, is
/// free when its turn comes: no queue gives up a place in its middle. A worker passes it in some nanoseconds, and counts it as cancelled.
/// A task that runs is asked: `f` may take a std::stop_token, which is stopped then, and a coroutine's sleeps and waits may take it. It ends as it
/// likes. What may follow `f` is as with post; a std::stop_token there drops the task at its turn, and `f` is called with another.
/// Throws as submit does. Cost: one allocation more than submit, and two if `f` takes the token.
template <class Pool, class F, class... Extras,
          class R = engine::result_of<engine::cancellable_callable<F>, typename std::remove_reference_t<Pool>::platform_type>>
[[nodiscard]] cancellable_future<R, typename std::remove_reference_t<Pool>::platform_type> submit_cancellable(Pool&& pool, F&& f,
                                                                                                              Extras&&... extras) {
  using P = typename std::remove_reference_t<Pool>::platform_type;
  if constexpr (engine::explain_cancellable<std::remove_cvref_t<Pool>, F>()) {
    static_assert(engine::explain_extras<Extras...>());
    task::refuse_empty(f);
    constexpr bool takes_token = std::invocable<std::decay_t<F>&, std::stop_token>;
    using job = engine::submission<engine::cancellable_callable<F>, R, P>;
    auto asks = [] {
      if constexpr (takes_token)
        return std::stop_source();
      else
        return std::stop_source(std::nostopstate);
    }();
    constexpr bool ends_in_its_call = !engine::coroutine_maker<engine::callable_of<engine::cancellable_callable<F>, P>, P>;
    auto* const held = new engine::cancellable_task<P>(asks, ends_in_its_call);
    cancellable_future<R, P> result({}, canceller<P>(held));
    const engine::pool_place place = engine::place_of(pool);
    auto* const shared = new engine::outcome<R, P>(place.begin, place.bytes);
    result = {future<R, P>(shared), result.canceller()};
    auto callable = [&]() -> decltype(auto) {
      if constexpr (takes_token)
        return engine::with_token<std::decay_t<F>>{std::forward<F>(f), asks.get_token()};
      else
        return std::forward<F>(f);
    };
    const auto tag = engine::tag_of(extras...);
    held->hold(task(
        engine::as_callable<engine::config_of_any<P>>(job{engine::promise<R, P>(shared), callable()}, std::forward<Extras>(extras)...)));
    held->take_share();
    task ticket{engine::cancellable_ticket<P>(*held)};
    const post_result answer = engine::with_tag(tag, [&](auto... its) { return pool.post(ticket, its...); });
    if (answer != post_result::accepted && ticket) shared->refuse(answer);  // before the task is destroyed, which would set `cancelled`
    return result;
  } else {
    return {};
  }
}

}  // namespace weir

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_FUTURE_WAIT_HPP
#define WEIR_ENGINE_COROUTINE_FUTURE_WAIT_HPP

#include <weir/engine/coroutine/waker.hpp>
#include <weir/future.hpp>

#include <type_traits>

namespace weir::engine {

/// A wait for a future that can be withdrawn, for first_answers(). The future is as it was afterwards.
template <class R, class P>
class future_wait {
 public:
  explicit future_wait(const future<R, P>& f) noexcept : outcome_(*f.shared()) {}

  bool begin(waker& w) { return !outcome_.watch(w); }
  bool give_up() { return outcome_.watch_no_more(); }
  void await_resume() const noexcept {}

 private:
  outcome<R, P>& outcome_;
};

template <class T>
inline constexpr bool is_future = requires(const T& f) { []<class R, class P>(const future<R, P>&) {}(f); };
/// Not awaited itself, but it gives a wait for its end: a task_group.
template <class T>
concept gives_wait = requires(const T& g) { g.withdrawable_wait(); };
/// Only its end is waited for, and the object has the outcome.
template <class T>
inline constexpr bool keeps_outcome = is_future<T> || gives_wait<T>;
template <class T>
inline constexpr bool is_withdrawable = keeps_outcome<T>;
template <class T>
  requires requires { typename T::is_withdrawable; }
inline constexpr bool is_withdrawable<T> = true;

/// pool.schedule()
template <class T>
inline constexpr bool is_schedule = requires { typename T::posts_the_rest; };

/// Says in a sentence what cannot be withdrawn.
template <class... Waits>
consteval bool explain_withdrawable() {
  constexpr bool fits = (is_withdrawable<std::remove_cvref_t<Waits>> && ...);
  constexpr bool schedules = (is_schedule<std::remove_cvref_t<Waits>> || ...);
  static_assert(
      !schedules,
      "weir: within() and select() cannot take pool.schedule(): the rest of the coroutine is a task in the pool's queue, which no queue "
      "gives back; submit a task, auto f = pool.submit(g), and take the future f");
  static_assert(
      fits || schedules,
      "weir: within() and select() take what a channel, an async_semaphore or an async_mutex gives to co_await, a weir::future or a "
      "weir::task_group; for other waits use their stop token");
  return fits;
}

/// What first_answers() takes for an awaitable.
template <class R, class P>
future_wait<R, P> withdrawable(const future<R, P>& f) noexcept {
  return future_wait<R, P>(f);
}
template <gives_wait Group>
auto withdrawable(const Group& g) {
  return g.withdrawable_wait();
}
template <class Wait>
  requires requires { typename Wait::is_withdrawable; }
Wait& withdrawable(Wait& wait) noexcept {
  return wait;
}

}  // namespace weir::engine

#endif

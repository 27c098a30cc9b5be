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
template <class T>
inline constexpr bool is_withdrawable = is_future<T>;
template <class T>
  requires requires { typename T::is_withdrawable; }
inline constexpr bool is_withdrawable<T> = true;

/// Says in a sentence what cannot be withdrawn.
template <class... Waits>
consteval bool explain_withdrawable() {
  constexpr bool fits = (is_withdrawable<std::remove_cvref_t<Waits>> && ...);
  static_assert(
      fits,
      "weir: within() and select() take what a channel, an async_semaphore or an async_mutex gives to co_await, or a weir::future; "
      "for other waits use their stop token");
  return fits;
}

/// What first_answers() takes for an awaitable.
template <class R, class P>
future_wait<R, P> withdrawable(const future<R, P>& f) noexcept {
  return future_wait<R, P>(f);
}
template <class Wait>
  requires requires { typename Wait::is_withdrawable; }
Wait& withdrawable(Wait& wait) noexcept {
  return wait;
}

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WITHIN_HPP
#define WEIR_WITHIN_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/first_over.hpp>
#include <weir/engine/coroutine/future_wait.hpp>
#include <weir/engine/coroutine/gathering.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>

#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

template <class P, class Wait>
basic_coroutine<decltype(std::declval<Wait&>().await_resume()), P> wait_until(typename P::clock::time_point due, Wait& wait) {
  co_await first_answers<P>(due, wait);
  co_return wait.await_resume();
}
template <class P, class Source>
basic_coroutine<bool, P> wait_until_over(typename P::clock::time_point due, const Source& source) {
  auto wait = withdrawable(source);
  const auto answered = co_await first_over<P>(due, wait);
  co_return answered[0];
}

}  // namespace engine

/// `co_await weir::within(1s, channel.receive())` in a coroutine that a pool runs: as `co_await channel.receive()`, but waits for at most `d`. The
/// awaitable is a channel's, a semaphore's, a mutex', a weir::future or a weir::task_group. When the time is over, it gives what it gives when its
/// stop token is stopped: no item, no permit, no lock; an item or a permit that was given before is not lost. For a future, `co_await
/// weir::within(1s, f)` is true if there is an outcome, which get() then gives without waiting; the future is as it was, and its task goes on. For a
/// group, `co_await weir::within(1s, g)` is true if none of its tasks is left, and `co_await g.finish()` then gives the result; as finish() does, it
/// runs tasks of the group meanwhile, and the time of the last one may be beyond `d`.
///
/// `d` is a std::chrono::duration of any kind; one beyond the clock's range waits without end, a negative one or a NaN looks once. It counts from this
/// call. It holds no thread. In a coroutine that no pool runs it throws std::logic_error. The awaitable must live until then, so await the call in the
/// expression that makes it. Cost: two coroutine frames; if the answer comes as the time is over, a turn more.
/// For a wait that takes a stop token only, such as another coroutine: submit_after(pool, d, [source] { source.request_stop(); }).
template <class Rep, class Period, class Wait>
[[nodiscard("weir: write co_await")]] auto within(std::chrono::duration<Rep, Period> d, Wait&& wait) {
  if constexpr (engine::explain_withdrawable<Wait>()) {
    using P = typename std::remove_cvref_t<Wait>::platform_type;
    if constexpr (engine::keeps_outcome<std::remove_cvref_t<Wait>>)
      return engine::wait_until_over<P>(platform::deadline_in<P>(d), wait);
    else
      return engine::wait_until<P>(platform::deadline_in<P>(d), wait);
  } else {
    return coroutine<>();
  }
}

}  // namespace weir

#endif

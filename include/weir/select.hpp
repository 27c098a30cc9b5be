// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SELECT_HPP
#define WEIR_SELECT_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/future_wait.hpp>
#include <weir/engine/coroutine/gathering.hpp>
#include <weir/future.hpp>

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace weir {

namespace engine {

template <class Wait>
auto selected_of(Wait& wait) {
  if constexpr (is_future<Wait>)
    return std::optional<std::monostate>();
  else
    return std::optional<decltype(wait.await_resume())>();
}
template <class Wait>
using selected = decltype(selected_of(std::declval<Wait&>()));

/// The answer of a wait; a wait that was withdrawn may be used again.
template <class Wait>
auto answer_of(Wait& wait, bool answered) {
  if constexpr (std::is_void_v<decltype(wait.await_resume())>) {
    return answered ? std::optional(std::monostate()) : std::nullopt;
  } else {
    std::optional<decltype(wait.await_resume())> answer(wait.await_resume());
    if (!answered) answer.reset();
    return answer;
  }
}

template <class P, class A, class B>
basic_coroutine<std::pair<selected<A>, selected<B>>, P> first_of_two(A& a, B& b) {
  auto&& first = withdrawable(a);
  auto&& second = withdrawable(b);
  const auto answered = co_await first_answers<P>(P::clock::time_point::max(), first, second);
  co_return {answer_of(first, answered[0]), answer_of(second, answered[1])};
}

}  // namespace engine

/// `auto [order, cancelled] = co_await weir::select(orders.receive(), cancellations.receive())` in a coroutine that a pool runs: waits for the first of
/// two awaitables, each a channel's, a semaphore's, a mutex' or a weir::future, and withdraws the other. Each of the two results is a std::optional,
/// empty if it was withdrawn, else with what `co_await` gives; for a future with std::monostate, and get() gives the outcome.
///
/// **Both may have come**: what was given to both at the same time is in both results, and nothing is lost. If the first awaitable has its answer at
/// once, the second one is not asked. It holds no thread. In a coroutine that no pool runs it throws std::logic_error. The awaitables must live until
/// then, so await the call in the expression that makes them. Cost: two coroutine frames.
/// Unlike Go's select it may take from both channels, and prefers the first.
template <class A, class B>
[[nodiscard("weir: write co_await")]] auto select(A&& a, B&& b) {
  if constexpr (engine::explain_withdrawable<A, B>())
    return engine::first_of_two<typename std::remove_cvref_t<A>::platform_type>(a, b);
  else
    return coroutine<>();
}

}  // namespace weir

#endif

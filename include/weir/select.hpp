// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SELECT_HPP
#define WEIR_SELECT_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/first_over.hpp>
#include <weir/engine/coroutine/future_wait.hpp>
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
  if constexpr (keeps_outcome<Wait>)
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

/// A reference, or a wait of its own, which cannot be moved.
template <class Wait>
struct begun {
  decltype(withdrawable(std::declval<Wait&>())) wait;
  explicit begun(Wait& of) : wait(withdrawable(of)) {}
};

template <class P, class... Waits>
basic_coroutine<std::tuple<selected<Waits>...>, P> first_of_these(Waits&... waits) {
  std::tuple<begun<Waits>...> all(waits...);
  const auto answered = co_await std::apply([](auto&... each) { return first_over<P>(P::clock::time_point::max(), each.wait...); }, all);
  co_return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple<selected<Waits>...>(answer_of(std::get<I>(all).wait, answered[I])...);
  }(std::index_sequence_for<Waits...>());
}

}  // namespace engine

/// `auto [order, cancelled] = co_await weir::select(orders.receive(), cancellations.receive())` in a coroutine that a pool runs: waits for the first of
/// two or more awaitables, each a channel's, a semaphore's, a mutex', a weir::future or a weir::task_group, and withdraws the others. The result is a
/// std::tuple of a std::optional for each, empty if it was withdrawn, else with what `co_await` gives; for a future or a group with std::monostate, and
/// get() or finish() gives the outcome.
///
/// **Several may have come**: what was given at the same time is in all results, and nothing is lost. If an awaitable has its answer at once, those behind
/// it are not asked. It holds no thread. In a coroutine that no pool runs it throws std::logic_error. The awaitables must live until then, so await
/// the call in the expression that makes them. Cost: two coroutine frames; with a group one more, and each of its tasks that is run here puts the other
/// waits at the end of their lines.
/// Unlike Go's select it may take from several channels, and prefers the first.
template <class First, class Second, class... More>
[[nodiscard("weir: write co_await")]] auto select(First&& first, Second&& second, More&&... more) {
  if constexpr (engine::explain_withdrawable<First, Second, More...>())
    return engine::first_of_these<typename std::remove_cvref_t<First>::platform_type>(first, second, more...);
  else
    return coroutine<>();
}

}  // namespace weir

#endif

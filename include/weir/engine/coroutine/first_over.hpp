// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_FIRST_OVER_HPP
#define WEIR_ENGINE_COROUTINE_FIRST_OVER_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/gathering.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace weir::engine {

/// A wait whose answer may be something to do, and not yet its end.
template <class Wait>
inline constexpr bool works = requires(Wait& w) { w.is_over(true); };

template <class P, class... Waits>
basic_coroutine<std::array<bool, sizeof...(Waits)>, P> first_over_of_working(typename P::clock::time_point due, Waits&... waits) {
  for (;;) {
    std::array<bool, sizeof...(Waits)> answered = co_await first_answers<P>(due, waits...);
    std::size_t i = 0;
    bool over = P::clock::now() >= due;
    ((over |= answered[i++] && !works<Waits>), ...);
    i = 0;
    const auto look = [&](auto& wait) {
      if constexpr (works<std::remove_reference_t<decltype(wait)>>) answered[i] = answered[i] && wait.is_over(!over);
      over |= answered[i++];
    };
    (look(waits), ...);
    if (over) co_return answered;
    (static_cast<void>(waits.await_resume()), ...);  // they were withdrawn, and begin again, at the end of their lines
  }
}

/// As first_answers(). A wait that works runs what it is told of, between one begin of all waits and the next.
template <class P, class... Waits>
auto first_over(typename P::clock::time_point due, Waits&... waits) {
  if constexpr ((works<Waits> || ...))
    return first_over_of_working<P>(due, waits...);
  else
    return first_answers<P>(due, waits...);
}

}  // namespace weir::engine

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_PROGRAM_HPP
#define TESTS_INTERACTIONS_PROGRAM_HPP

#include "tests/interactions/pairs.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::interactions {

// A program is plain data. 0 is the plainest value of everything.

/// What a posted callable does.
enum class body : std::uint8_t { ends_at_once, takes_time, holds, coroutine_ends, coroutine_sleeps, coroutine_yields, coroutine_receives };
inline constexpr std::array body_names{"ends at once",
                                       "takes a tick",
                                       "holds its thread until the round ends",
                                       "is a coroutine that ends at once",
                                       "is a coroutine that sleeps",
                                       "is a coroutine that yields",
                                       "is a coroutine that receives from a channel"};
[[nodiscard]] constexpr bool travels(body b) { return b >= body::coroutine_ends; }

/// What it captures.
enum class form : std::uint8_t { small, wide, big };
inline constexpr std::array form_names{"small captures", "captures aligned to 64 bytes", "300 bytes of captures"};

/// How long a call with a time waits.
enum class span : std::uint8_t { nothing, a_tick, nanoseconds_max, milliseconds_max, hours_max, three_centuries };
inline constexpr std::array span_names{"0", "a tick", "nanoseconds::max()", "milliseconds::max()", "hours::max()", "300 years"};
[[nodiscard]] constexpr bool endless(span s) { return s >= span::nanoseconds_max; }

template <class F>
decltype(auto) with_duration(span s, std::chrono::nanoseconds tick, F f) {
  switch (s) {
    case span::nothing: return f(std::chrono::nanoseconds(0));
    case span::nanoseconds_max: return f(std::chrono::nanoseconds::max());
    case span::milliseconds_max: return f(std::chrono::milliseconds::max());
    case span::hours_max: return f(std::chrono::hours::max());
    case span::three_centuries: return f(std::chrono::hours(24L * 365 * 300));
    case span::a_tick: break;
  }
  return f(tick);
}

/// One call of the surface.
struct step {
  operation what = operation::post;
  caller who = caller::outside;
  body does = body::ends_at_once;
  form captures = form::small;
  span takes = span::a_tick;
  std::uint8_t n = 0;  ///< what else there is to choose
};

/// Calls that are made at the same time, while the pool is brought to a moment of its life.
struct round {
  moment when = moment::open;
  std::vector<step> steps;
};

enum class ending : std::uint8_t { destroyed, shut_down, stopped, used_again };
inline constexpr std::array ending_names{"the pool is destroyed", "shutdown, join_for without an end", "stop, join",
                                         "shutdown, join, restart, a post"};

struct program {
  std::uint8_t kind = 0;  ///< in the list of kinds
  std::uint8_t capacity = 1;
  std::uint8_t carriers = 1;
  std::uint8_t min_workers = 0;
  span lifetime = span::a_tick;       ///< of workers; `nothing` is a nanosecond
  std::uint8_t away_capacity = 1;     ///< of the other two pools
  fault wrong = fault::none;
  std::uint8_t when_wrong = 0;
  std::vector<round> rounds;
  ending end = ending::destroyed;
  std::uint32_t schedule = 0;  ///< of a simulated one
};

/// The program with that number. Has the pair of `wanted` meet, if programs can.
[[nodiscard]] program draw(ground g, std::uint64_t seed, const std::optional<pair>& wanted);
/// Programs that are one step plainer, and as legal.
[[nodiscard]] std::vector<program> plainer(ground g, const program& p);
[[nodiscard]] std::string text(const program& p);

}  // namespace weir::interactions

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_CLOCK_HPP
#define WEIR_VERIFY_GRAPHS_CLOCK_HPP

#include <weir/verify/graphs/replay.hpp>
#include <weir/verify/support/budgets.hpp>

#include <cstdint>

namespace weir::verify::execution {

/// The luck that an execution of the current scenario may have.
inline budgets the_luck;

/// The virtual clock, in nanoseconds: a location that a wait that expires raises to its deadline. No thread sees it go back, and threads that
/// are not ordered may see different times. Where no wait may expire it stands still, and reading it is no step.
inline std::int64_t clock_now(platform::where at) {
  constexpr std::int64_t epoch = 1'000'000'000'000;  // not zero: "an hour ago" must stay representable
  if (the_luck.timeouts == 0) return epoch;
  const label look{.does = action::read, .order = std::memory_order_relaxed, .at = replay::clock_location, .about = thing::clock};
  return epoch + static_cast<std::int64_t>(the_replay->perform(look, at).found);
}
inline void clock_reaches(std::int64_t deadline, platform::where at) {
  constexpr std::int64_t epoch = 1'000'000'000'000;
  the_replay->perform({.does = action::update,
                       .order = std::memory_order_relaxed,
                       .at = replay::clock_location,
                       .operand = static_cast<value>(deadline - epoch),
                       .how = change::raise,
                       .about = thing::clock},
                      at);
}

}  // namespace weir::verify::execution

#endif

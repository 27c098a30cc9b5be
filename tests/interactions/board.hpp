// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_BOARD_HPP
#define TESTS_INTERACTIONS_BOARD_HPP

#include "tests/interactions/pairs.hpp"

#include <atomic>
#include <cstdint>

namespace weir::interactions {

/// How far one call of a program has come.
enum class progress : std::uint8_t { not_begun, begun, over };

/// What a process that plays programs tells its parent, in memory that both see: it may end in any way.
struct board {
  static constexpr std::size_t most_steps = 32;

  meetings met;
  std::atomic<std::uint64_t> playing{0};  ///< the number of the program
  std::atomic<std::uint64_t> played{0};   ///< programs that have come to their end
  std::atomic<progress> steps[most_steps] = {};
  std::atomic<bool> found{false};
  bool tracing = false;  ///< one program, in simulated time, in a process that goes on
  char finding[6000] = {};
};

/// The one of this process.
[[nodiscard]] board& the_board();

}  // namespace weir::interactions

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_CHECKED_NOW_PLAYING_HPP
#define TESTS_INTERACTIONS_CHECKED_NOW_PLAYING_HPP

#include "tests/interactions/checked/small_program.hpp"
#include "tests/interactions/pairs.hpp"

#include <cstdint>
#include <cstdlib>

namespace weir::interactions::checked {

/// The program of the execution under way, and what has met in all of them: no part of what is checked, so it lies outside.
struct now_playing {
  static constexpr const char* prefix = "program_";
  static inline meetings met;

  /// The program of that scenario.
  static const small_program& of(const char* name) {
    static std::uint64_t number = 0;
    static small_program what;
    const std::uint64_t asked = std::strtoull(name + 8, nullptr, 10);
    if (asked != number) what = draw(number = asked);
    return what;
  }
};

}  // namespace weir::interactions::checked

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_BLOCKING_CHOICE_HPP
#define WEIR_CONCEPTS_BLOCKING_CHOICE_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace weir {

/// Which of the shipped policies blocking::any follows; options::blocking says so. wait_at_most<N> is `wait` with options::most_waiting.
enum class blocking_choice : unsigned char { wait, reject, caller_runs, discard_newest, discard_oldest, overflow_spawn };

/// The choice of that name, for programs that are configured by a file. Throws std::invalid_argument, with the names, if there is none.
[[nodiscard]] inline blocking_choice blocking_choice_named(std::string_view name) {
  if (name == "wait") return blocking_choice::wait;
  if (name == "reject") return blocking_choice::reject;
  if (name == "caller_runs") return blocking_choice::caller_runs;
  if (name == "discard_newest") return blocking_choice::discard_newest;
  if (name == "discard_oldest") return blocking_choice::discard_oldest;
  if (name == "overflow_spawn") return blocking_choice::overflow_spawn;
  throw std::invalid_argument("weir: blocking::any has no choice '" + std::string(name) +
                              "'; it has wait, reject, caller_runs, discard_newest, discard_oldest and overflow_spawn");
}

}  // namespace weir

#endif

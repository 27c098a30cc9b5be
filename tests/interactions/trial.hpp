// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_TRIAL_HPP
#define TESTS_INTERACTIONS_TRIAL_HPP

#include "tests/interactions/board.hpp"
#include "tests/interactions/program.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::interactions {

/// A program and its number, which with the ground says all of it.
struct numbered_program {
  std::uint64_t number = 0;
  program what;
};

struct finding {
  std::uint64_t number = 0;
  program what;
  std::string text;

  /// What is wrong, without what differs from program to program.
  [[nodiscard]] std::string claim() const;
};

/// Plays programs in a process of their own, so that one that hangs or crashes is a finding like any other.
class trial {
 public:
  /// A program that has not ended after `patience` does not end.
  trial(ground g, std::chrono::seconds patience);
  trial(const trial&) = delete;
  trial& operator=(const trial&) = delete;
  ~trial();

  /// Plays them in order, up to the first that fails. How many were played stands in `played`.
  [[nodiscard]] std::optional<finding> play(const std::vector<numbered_program>& programs, std::size_t& played);
  /// The finding again, of a program as plain as some tries find it.
  [[nodiscard]] finding shrink(finding found, std::chrono::seconds most);
  [[nodiscard]] const meetings& met() const;

 private:
  [[nodiscard]] int wait_for(int child, bool& stuck) const;
  [[nodiscard]] std::string last_words() const;

  ground ground_;
  std::chrono::seconds patience_;
  board* board_;
  int errors_;  ///< where the processes write what they say on standard error
};

}  // namespace weir::interactions

#endif

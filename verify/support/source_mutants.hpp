// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SOURCE_MUTANTS_HPP
#define WEIR_VERIFY_SUPPORT_SOURCE_MUTANTS_HPP

#include <type_traits>

namespace weir::verify {

/// One mistake that verify/source_mutants/mutate.py wrote into a copy of a header, asleep until it is chosen.
struct source_row {
  unsigned number;
  const char* name;  ///< source_ and its number
  const char* file;
  const char* function;
  unsigned line;
};

/// Which of a program's mistakes is awake, and which of them its scenarios could have noticed.
struct source_mutants {
  static constexpr unsigned most = 4096;

  const source_row* rows = nullptr;  ///< none in a program that was compiled with the headers as they are
  unsigned count = 0;
  unsigned awake = 0;  ///< its number; 0: none
  bool recording = false;
  unsigned scenario = 0;                     ///< whose executions are running
  unsigned long long scenarios[most + 1]{};  ///< bit i: scenario number i comes to where the mistake would change something
};

inline source_mutants the_source_mutants;

/// Whether mistake `number` is to be made, asked where it makes a difference. Never while the compiler is asking.
constexpr bool source_mutant(unsigned number) {
  if (std::is_constant_evaluated()) return false;
  if (the_source_mutants.recording) the_source_mutants.scenarios[number] |= 1ULL << (the_source_mutants.scenario % 64);
  return the_source_mutants.awake == number;
}

// A bound that is off by one when the mistake is made.
constexpr bool source_less(bool off, const auto& a, const auto& b) { return off ? a <= b : a < b; }
constexpr bool source_less_equal(bool off, const auto& a, const auto& b) { return off ? a < b : a <= b; }
constexpr bool source_greater(bool off, const auto& a, const auto& b) { return off ? a >= b : a > b; }
constexpr bool source_greater_equal(bool off, const auto& a, const auto& b) { return off ? a > b : a >= b; }

}  // namespace weir::verify

#endif

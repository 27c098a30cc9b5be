// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_FAULT_HPP
#define WEIR_VERIFY_GRAPHS_FAULT_HPP

#include <weir/platform/where.hpp>

#include <cstdint>
#include <string>

namespace weir::verify::execution {

/// What is wrong with an execution.
struct fault {
  /// `differs`: the code depends on something that is not in the graph. `limits`: the search cannot run it. `not_identical`: two threads
  /// are not what the scenario says. `waits`: a loop does, where none may.
  enum class kind : std::uint8_t { none, claim, race, destroyed, deadlock, endless, waits, leak, differs, limits, not_identical };
  kind what = kind::none;
  std::string reason;
  platform::where at{"", "", 0};
  unsigned thread = 0;

  explicit operator bool() const { return what != kind::none; }
};

}  // namespace weir::verify::execution

#endif

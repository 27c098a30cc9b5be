// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LIMITS_HPP
#define WEIR_VERIFY_CHECK_LIMITS_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>

namespace weir::verify::checked {

/// How far one execution goes.
struct limits {
  std::uint32_t steps = 20'000;    ///< an execution of more is reported as one that does not end
  unsigned timeouts = 2;           ///< waits that expire while threads can go on
  unsigned spurious = 1;           ///< condition variables that wake for no reason
  bool no_leaks = false;           ///< memory that is lost is not reported
  bool any_status = false;         ///< the whole program may end with any status
  bool newest = false;             ///< each load reads the newest value, and no weak exchange fails for no reason
  int oddities = 1;                ///< of a search: loads of an old value, and exchanges that fail for no reason

  /// Steps of one thread after which the others get a turn.
  [[nodiscard]] std::uint32_t stretch() const { return std::max<std::uint32_t>(steps / 100, checker::usual_stretch); }
  /// Steps of others after which a thread that could go on gets a turn, whichever threads the others are: two that yield to each other, for instance.
  [[nodiscard]] std::uint32_t famine() const { return 10 * stretch(); }
  /// Steps after which the next deadline comes, though threads can go on.
  [[nodiscard]] std::uint32_t patience() const { return 2 * stretch(); }
};

}  // namespace weir::verify::checked

#endif

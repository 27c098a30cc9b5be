// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_BUDGETS_HPP
#define WEIR_VERIFY_SUPPORT_BUDGETS_HPP

namespace weir::verify {

/// How much bad luck one execution may have. Every scheduler decides when it strikes. Run a scenario with no timeouts to
/// prove that progress never depends on one, and with some to explore the races of expiry: each finds bugs the other hides.
struct budgets {
  unsigned timeouts = 0;      ///< timed waits that may reach their deadline; later ones wait as if they had none
  unsigned spurious = 0;      ///< condition variables that may wake for no reason
  unsigned spawn_faults = 0;  ///< threads whose creation may throw std::system_error
};

/// What tasks that do more than a scenario knows of need beyond its own numbers. A pool type that posts such tasks has one as `allowed`.
struct allowance {
  int spawned = 0;           ///< threads that are started besides
  unsigned timeouts = 0;     ///< timed waits
  bool spawn_faults = true;  ///< false: threads can be had
};

}  // namespace weir::verify

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_INTERRUPTS_HPP
#define PGZIP_INTERRUPTS_HPP

#include "descriptor.hpp"

namespace pgzip {

/// Ctrl-C, or a polite request to end. Thrown where main waits, so that everything is put away on the way out.
struct interrupted {
  int signal;
};

/// Turns signals into something main can wait for beside its input and output. No signal handler ever runs: the signals
/// are blocked and arrive on a descriptor.
class interrupts {
 public:
  /// To be made before the first other thread, because threads inherit what is blocked. A signal that our parent told
  /// us to ignore stays ignored. A broken pipe and a too large file become errors of write().
  interrupts();

  /// Throws `interrupted` if a signal has arrived.
  void check() const;
  /// Returns when the descriptor is ready for `events` (see poll), throws `interrupted` when a signal comes first.
  void wait(int descriptor, short events) const;

 private:
  [[noreturn]] void raise() const;
  descriptor signals_;
};

}  // namespace pgzip

#endif

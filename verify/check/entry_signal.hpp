// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_SIGNAL_HPP
#define WEIR_VERIFY_CHECK_ENTRY_SIGNAL_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/world.hpp>

#include <signal.h>

#include <cerrno>
#include <cstdint>

// What a program does to have signals come, or not. No signal comes, so it is noted and given back when the program asks.

using namespace weir::verify::checked;

namespace weir::verify::checked {

inline int change_mask(int how, const sigset_t* set, sigset_t* before) {
  std::uint64_t& mask = the_execution->self().blocked_signals;
  const std::uint64_t had = mask;
  if (set != nullptr) {
    switch (how) {
      case SIG_BLOCK: mask |= bits_of(*set); break;
      case SIG_UNBLOCK: mask &= ~bits_of(*set); break;
      case SIG_SETMASK: mask = bits_of(*set); break;
      default: return EINVAL;
    }
    mask &= ~(std::uint64_t{1} << (SIGKILL - 1) | std::uint64_t{1} << (SIGSTOP - 1));
  }
  if (before != nullptr) *before = set_of(had);
  return 0;
}

inline bool has_action(int signal) { return signal > 0 && signal < signal_state::most; }

inline sighandler_t change_handler(int signal, sighandler_t handler, int flags) {
  if (!has_action(signal) || signal == SIGKILL || signal == SIGSTOP || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  struct sigaction to {};
  to.sa_handler = handler;
  to.sa_flags = flags;
  const sighandler_t before = the_world->signals_told.action(signal).sa_handler;
  the_world->signals_told.set_action(signal, to);
  return before;
}

}  // namespace weir::verify::checked

extern "C" {

int sigaction(int signal, const struct sigaction* to, struct sigaction* before) noexcept {
  if (!under_check()) return behind(&::sigaction, "sigaction")(signal, to, before);
  if (!has_action(signal) || (to != nullptr && (signal == SIGKILL || signal == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction had = the_world->signals_told.action(signal);
  if (to != nullptr) the_world->signals_told.set_action(signal, *to);
  if (before != nullptr) *before = had;
  return 0;
}
sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!under_check()) return behind(&::signal, "signal")(number, handler);
  return change_handler(number, handler, SA_RESTART);
}
sighandler_t ssignal(int number, sighandler_t handler) noexcept { return ::signal(number, handler); }
sighandler_t weir_check_bsd_signal(int number, sighandler_t handler) noexcept __asm__("bsd_signal");
sighandler_t weir_check_bsd_signal(int number, sighandler_t handler) noexcept { return ::signal(number, handler); }
/// What `signal` is for a program that is compiled as strictly C.
sighandler_t weir_check_sysv_signal(int number, sighandler_t handler) noexcept __asm__("__sysv_signal");
sighandler_t weir_check_sysv_signal(int number, sighandler_t handler) noexcept {
  if (!under_check()) return behind(&weir_check_sysv_signal, "__sysv_signal")(number, handler);
  return change_handler(number, handler, static_cast<int>(SA_RESETHAND | SA_NODEFER));
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  if (!under_check()) return behind(&pthread_sigmask, "pthread_sigmask")(how, set, before);
  return change_mask(how, set, before);
}
int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  if (!under_check()) return behind(&sigprocmask, "sigprocmask")(how, set, before);
  const int error = change_mask(how, set, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
int sigpending(sigset_t* set) noexcept {
  if (!under_check()) return behind(&sigpending, "sigpending")(set);
  return ::sigemptyset(set);
}
/// The checker's own handlers need theirs.
int sigaltstack(const stack_t* to, stack_t* before) noexcept {
  if (!under_check()) return behind(&::sigaltstack, "sigaltstack")(to, before);
  stack_t& mine = the_execution->self().signal_stack;
  const stack_t had = mine;
  if (to != nullptr) mine = *to;
  if (before != nullptr) *before = had;
  return 0;
}
}

#endif

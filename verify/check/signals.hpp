// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SIGNALS_HPP
#define WEIR_VERIFY_CHECK_SIGNALS_HPP

#include <weir/verify/check/scratch.hpp>
#include <weir/verify/check/world.hpp>

#include <cxxabi.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

namespace weir::verify::checked {

/// A crash is a failure of the execution, and so is a program that runs for long and makes no step.
class signals {
 public:
  signals() {
    stack_t other{};
    other.ss_sp = reserve(stack_bytes);
    other.ss_size = stack_bytes;
    ::sigaltstack(&other, nullptr);
    struct sigaction crash {};
    crash.sa_sigaction = &signals::crashed;
    crash.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::sigaction(s, &crash, nullptr);
    struct sigaction tick {};
    tick.sa_handler = &signals::second_over;
    tick.sa_flags = SA_ONSTACK | SA_RESTART;
    ::sigaction(SIGALRM, &tick, nullptr);
    const itimerval seconds{{1, 0}, {1, 0}};
    ::setitimer(ITIMER_REAL, &seconds, nullptr);
    std::set_terminate(&signals::terminated);
  }

 private:
  static constexpr std::size_t stack_bytes = 65536;
  static constexpr unsigned most_idle = 10;  // seconds

  static void unblock(int signal) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  }

  static void crashed(int signal, siginfo_t* info, void* registers) {
    execution& e = *the_execution;
    if (!e.user) {
      static constexpr char text[] = "weir_check: the checker itself crashes\n";
      if (::write(2, text, sizeof text - 1) < 0) std::_Exit(4);
      std::_Exit(3);
    }
    unblock(signal);
    e.user = false;
    e.place = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(registers)->uc_mcontext.gregs[REG_RIP]);
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool overflow = at - e.self().flow.stack_begin() < 4096;
    e.fail(failure::kind::crash, 0, "thread %u %s (%s at %p)", e.current, overflow ? "overflows its stack" : "crashes",
           ::sigdescr_np(signal), info->si_addr);
  }

  static void second_over(int) {
    execution& e = *the_execution;
    const bool moved = e.steps != steps || e.number != number;
    steps = e.steps;
    number = e.number;
    idle = moved || !e.user ? 0 : idle + 1;
    if (idle < most_idle) return;
    idle = 0;
    unblock(SIGALRM);
    e.fail(failure::kind::livelock, 0, "thread %u runs for %u seconds, and does nothing that another thread could see", e.current,
           most_idle);
  }

  /// Says what exception it was, and then calls abort, as the program's own would.
  [[noreturn]] static void terminated() {
    if (the_world != nullptr && the_execution->user) {
      const std::type_info* const type = abi::__cxa_current_exception_type();
      std::snprintf(the_world->dying, sizeof the_world->dying, "std::terminate is called%s%s",
                    type == nullptr ? "" : ", with an exception of type ", type == nullptr ? "" : type->name());
    }
    std::abort();
  }

  static inline std::uint32_t steps = 0;
  static inline std::uint32_t number = 0;
  static inline unsigned idle = 0;
};

}  // namespace weir::verify::checked

#endif

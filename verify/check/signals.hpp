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

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>
#include <utility>

namespace weir::verify::checked {

/// A crash is a failure of the execution, and so is a program that runs for long and makes no step.
class signals {
 public:
  signals() {
    stack_t other{};
    other.ss_sp = reserve(handler_bytes);
    other.ss_size = handler_bytes;
    ::sigaltstack(&other, nullptr);
    struct sigaction crash {};
    crash.sa_sigaction = &signals::crashed;
    crash.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::sigaction(s, &crash, nullptr);
    struct sigaction alarm {};
    alarm.sa_handler = &signals::ticked;
    alarm.sa_flags = SA_ONSTACK | SA_RESTART;
    ::sigaction(SIGALRM, &alarm, nullptr);
    tick(std::chrono::seconds(1));
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM}) unblock(s);
  }
  /// Before the program's variables are kept, of which the handler is one. A handler of the program's own stays.
  static void name_exceptions() {
    if (std::get_terminate() == &__gnu_cxx::__verbose_terminate_handler) std::set_terminate(&signals::terminated);
  }

 private:
  static constexpr std::size_t handler_bytes = 65536;

  static void unblock(int signal) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  }

  static void crashed(int signal, siginfo_t* info, void* registers) {
    execution& e = *the_execution;
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool overflow = signal == SIGSEGV && e.self().flow.is_guard(at);
    if (!e.user && !overflow) {  // the checker's functions run on the program's stacks
      static constexpr char text[] = "weir_check: the checker itself crashes\n";
      if (::write(2, text, sizeof text - 1) < 0) std::_Exit(4);
      std::_Exit(3);
    }
    const bool in_the_program = e.user;
    e.user = false;  // from here on calls are the system's
    unblock(signal);
    if (in_the_program) e.place = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(registers)->uc_mcontext.gregs[REG_RIP]);
    if (overflow) e.fail(failure::kind::crash, 0, "the stack of thread %u is full: it has 8 MB", e.current);
    e.fail(failure::kind::crash, 0, "thread %u crashes (%s at %p)", e.current, ::sigdescr_np(signal), info->si_addr);
  }

  static void tick(std::chrono::microseconds every) {
    const long seconds = every / std::chrono::seconds(1);
    const itimerval times{{seconds, every.count() % 1'000'000}, {seconds, every.count() % 1'000'000}};
    ::setitimer(ITIMER_REAL, &times, nullptr);
  }

  static void ticked(int) {
    execution& e = *the_execution;
    auto& [steps, number, idle, most_idle, hurries] = the_world->seen;
    const bool moved = e.steps != steps || e.number != number;
    steps = e.steps;
    number = e.number;
    idle = moved ? 0 : idle + 1;
    const bool in_the_program = std::exchange(e.user, false);
    if (idle < most_idle) {
      if (std::exchange(hurries, false)) tick(std::chrono::seconds(1));
      e.user = in_the_program;
    } else if (!in_the_program) {  // a loop may run in the checker's code nearly always
      hurries = true;
      tick(std::chrono::milliseconds(1));
    } else {
      const unsigned seconds = std::exchange(most_idle, 2U);  // what repeats this execution need not wait for as long
      idle = 0;
      unblock(SIGALRM);
      e.fail(failure::kind::livelock, 0, "thread %u runs for %u seconds, and does nothing that another thread could see", e.current,
             seconds);
    }
  }

  /// Says what exception it was, and then calls abort, as the program's own would.
  [[noreturn]] static void terminated() {
    if (the_world != nullptr && the_execution->user) {
      const std::type_info* const type = abi::__cxa_current_exception_type();
      the_execution->user = false;
      char* const name = type == nullptr ? nullptr : abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr);
      std::snprintf(the_world->dying, sizeof the_world->dying, "std::terminate is called%s%s",
                    type == nullptr ? "" : ", with an exception of type ",
                    type == nullptr   ? ""
                    : name == nullptr ? type->name()
                                      : name);
      std::free(name);
      the_execution->user = true;
    }
    std::abort();
  }
};

}  // namespace weir::verify::checked

#endif

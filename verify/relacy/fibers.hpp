// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_FIBERS_HPP
#define WEIR_VERIFY_RELACY_FIBERS_HPP

// Takes the place of Relacy's platform.hpp, whose include guard it owns: the stock one switches between threads without
// their exception state (a switch inside a catch block corrupts it) and on small, unguarded stacks that it never frees.
#if defined(RL_PLATFORM_HPP)
#error "include <weir/verify/relacy.hpp> before any header of Relacy"
#endif
#define RL_PLATFORM_HPP

#include <cxxabi.h>    // __cxa_get_globals: the exceptions this thread of control is handling
#include <setjmp.h>    // _setjmp: a switch without a system call
#include <sys/mman.h>  // stacks with a guard page
#include <sys/times.h>
#include <ucontext.h>  // the first entry into a new stack
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>

// _longjmp itself, under a name that _FORTIFY_SOURCE does not redirect: the checked one takes a change of stack for an attack.
extern "C" [[noreturn]] void weir_verify_longjmp(jmp_buf env, int value) __asm__("_longjmp");

/// What the C++ runtime keeps per thread about exceptions, and we keep per fiber.
struct weir_verify_exceptions {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

/// One checked thread's stack, registers and exception state. The names and signatures below are what Relacy calls.
struct fiber_t {
  ucontext_t entry;
  jmp_buf jump;
  weir_verify_exceptions exceptions;
  void* stack;
};

inline constexpr std::size_t weir_verify_stack_bytes = 256 * 1024;

struct weir_verify_fiber_start {
  void (*function)(void*);
  void* argument;
  fiber_t* self;
  ucontext_t* creator;
};

inline void weir_verify_fiber_main(weir_verify_fiber_start* start) {
  // volatile: these outlive `start` and are read after a return from _setjmp
  void (*volatile function)(void*) = start->function;
  void* volatile argument = start->argument;
  if (_setjmp(start->self->jump) == 0) setcontext(start->creator);
  function(argument);
}

inline unsigned get_tick_count() {
  tms unused;
  return static_cast<unsigned>(times(&unused) * (1000 / sysconf(_SC_CLK_TCK)));
}

inline void set_low_thread_prio() {}

inline void create_main_fiber(fiber_t& fiber) {
  std::memset(static_cast<void*>(&fiber.entry), 0, sizeof fiber.entry);
  fiber.exceptions = {};
  fiber.stack = nullptr;
}

inline void delete_main_fiber(fiber_t&) {}

inline void create_fiber(fiber_t& fiber, void (*function)(void*), void* argument) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* memory =
      mmap(nullptr, weir_verify_stack_bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("weir: no memory for the stack of a checked thread");
  mprotect(memory, page, PROT_NONE);  // an overflow faults instead of writing into another stack
  fiber.exceptions = {};
  fiber.stack = memory;

  ucontext_t creator;
  getcontext(&fiber.entry);
  fiber.entry.uc_stack.ss_sp = static_cast<char*>(memory) + page;
  fiber.entry.uc_stack.ss_size = weir_verify_stack_bytes;
  fiber.entry.uc_link = nullptr;
  weir_verify_fiber_start start{function, argument, &fiber, &creator};
  makecontext(&fiber.entry, reinterpret_cast<void (*)()>(&weir_verify_fiber_main), 1, &start);
  swapcontext(&creator, &fiber.entry);  // runs up to the _setjmp above and comes back
}

inline void delete_fiber(fiber_t& fiber) {
  if (fiber.stack != nullptr) munmap(fiber.stack, weir_verify_stack_bytes + static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  fiber.stack = nullptr;
}

inline void switch_to_fiber(fiber_t& to, fiber_t& from) {
  auto* current = reinterpret_cast<weir_verify_exceptions*>(abi::__cxa_get_globals());
  from.exceptions = *current;
  *current = to.exceptions;
  if (_setjmp(from.jump) == 0) weir_verify_longjmp(to.jump, 1);
}

#define RL_INLINE inline
#define RL_NOINLINE
#define RL_STRINGIZE_I(text) #text
#define RL_STRINGIZE(text) RL_STRINGIZE_I(text)
#define RL_STDCALL
#define RL_THROW_SPEC(ex) noexcept(false)
#define RL_RESTRICT

#endif

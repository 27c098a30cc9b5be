// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_FIBER_HPP
#define WEIR_VERIFY_CHECK_FIBER_HPP

#include <weir/verify/check/region.hpp>
#include <weir/verify/check/scratch.hpp>
#include <weir/verify/check/thread_locals.hpp>

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>

// _longjmp itself, under a name that _FORTIFY_SOURCE does not redirect: the checked one takes a change of stack for an attack.
extern "C" [[noreturn]] void weir_check_longjmp(jmp_buf env, int value) __asm__("_longjmp");

namespace weir::verify::checked {

/// A flow of control: registers, and the thread-local storage that goes with them. The system's own thread is one, and so is each thread under
/// check. With its storage a fiber has exceptions in flight and an errno of its own.
class fiber {
 public:
  using body = void (*)();
  static constexpr std::size_t guard = 4096;  ///< below each stack

  /// The thread that calls.
  void adopt() { storage_ = thread_locals::pointer(); }

  /// Number `i`, at its place in the region. It may be made once, and begun many times.
  void make(unsigned i, const thread_locals& locals) {
    begin_ = region_begin + i * thread_bytes;
    reserve(thread_bytes, begin_);
    ::mprotect(reinterpret_cast<void*>(begin_), guard_bytes, PROT_NONE);  // an overflow faults instead of writing into another stack
    storage_ = locals.make(begin_ + thread_bytes);
  }
  [[nodiscard]] bool made() const { return begin_ != 0; }
  [[nodiscard]] std::uintptr_t storage() const { return storage_; }
  [[nodiscard]] std::uintptr_t stack_begin() const { return begin_ + guard_bytes; }
  [[nodiscard]] std::uintptr_t stack_end() const { return stack_begin() + stack_bytes; }
  /// Where its thread-local storage ends.
  [[nodiscard]] std::uintptr_t end() const { return begin_ + thread_bytes; }
  /// Whether an access there means that the stack is full.
  [[nodiscard]] bool is_guard(std::uintptr_t a) const { return made() && a - begin_ < guard_bytes; }

  /// The part of its stack that is in use; empty if it has not run.
  [[nodiscard]] std::uintptr_t stack_edge() const { return fresh_ ? stack_end() : edge_; }
  [[nodiscard]] const jmp_buf& registers() const { return registers_; }
  /// Notes that part, and the registers, of the running flow.
  [[gnu::noinline]] void stays() {
    edge_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - below_frame;
    static_cast<void>(_setjmp(registers_));
  }

  /// The next switch to it runs `run` from its beginning.
  void begin(body run, const thread_locals& locals) {
    locals.refresh(storage_, kept_);
    run_ = run;
    fresh_ = true;
  }

  static void change(fiber& from, fiber& to, const thread_locals& locals) {
    from.edge_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - below_frame;
    if (_setjmp(from.registers_) != 0) return;
    locals.keep(from.kept_);
    go(to, locals);
  }
  /// Leaves the running flow for good.
  [[noreturn]] static void go(fiber& to, const thread_locals& locals) {
    if (!to.fresh_) {
      locals.use(to.storage_, to.kept_);
      weir_check_longjmp(to.registers_, 1);
    }
    to.fresh_ = false;
    ucontext_t entry;
    ::getcontext(&entry);
    entry.uc_stack.ss_sp = reinterpret_cast<void*>(to.stack_begin());
    entry.uc_stack.ss_size = stack_bytes;
    entry.uc_link = nullptr;
    ::makecontext(&entry, to.run_, 0);
    locals.use(to.storage_, to.kept_);
    ::setcontext(&entry);
    __builtin_unreachable();
  }

 private:
  static constexpr std::size_t below_frame = 512;  // what a function saves there

  jmp_buf registers_{};
  thread_locals::copy kept_{};
  std::uintptr_t begin_ = 0;
  std::uintptr_t storage_ = 0;
  body run_ = nullptr;
  std::uintptr_t edge_ = 0;
  bool fresh_ = false;
};

}  // namespace weir::verify::checked

#endif

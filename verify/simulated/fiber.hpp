// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_FIBER_HPP
#define WEIR_VERIFY_SIMULATED_FIBER_HPP

#include <weir/verify/simulated/sanitizers.hpp>

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cxxabi.h>  // __cxa_get_globals
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

/// _longjmp itself, under a name that _FORTIFY_SOURCE does not redirect: the checked one takes a change of stack for an attack.
extern "C" [[noreturn]] void weir_verify_sim_longjmp(jmp_buf env, int value) __asm__("_longjmp");

namespace weir::verify::sim {

/// One flow of control: its registers, the exceptions in flight on it, and what the sanitizers know of its stack.
/// The host (the ordinary thread that runs a world) is one, and so is each fiber.
class context {
 public:
  context() = default;
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  /// Runs `to` until a switch back to `from`.
  static void change(context& from, context& to) {
    // The runtime keeps the stack of caught exceptions per system thread. Two fibers inside two handlers would share it.
    exceptions& live = *reinterpret_cast<exceptions*>(abi::__cxa_get_globals());
    from.in_flight_ = std::exchange(live, to.in_flight_);
    from.top_frame_ = __builtin_frame_address(0);
    leaving = &from;
    arriving = &to;
    watched_stack::leave(from.stack_, to.stack_);
#if defined(WEIR_VERIFY_ASAN) || defined(WEIR_VERIFY_TSAN)
    ::swapcontext(&from.registers_, &to.registers_);
#else
    if (_setjmp(from.jump_) == 0) {  // without a system call, but for the first time
      if (to.begun_) weir_verify_sim_longjmp(to.jump_, 1);
      to.begun_ = true;
      ::setcontext(&to.registers_);
    }
#endif
    watched_stack::arrive(from.stack_, leaving->stack_);
  }

 protected:
  struct exceptions {  // the beginning of __cxa_eh_globals, fixed by the C++ ABI
    void* caught = nullptr;
    unsigned uncaught = 0;
  };
  /// What `change` does after a switch, for a stack that no `change` has left yet. Answers whose stack it is.
  static context& begin() {
    watched_stack::arrive(watched_stack{}, leaving->stack_);
    return *arriving;
  }

  static inline constinit thread_local context* leaving = nullptr;   // the two sides of the switch in progress
  static inline constinit thread_local context* arriving = nullptr;

  ucontext_t registers_{};
  jmp_buf jump_{};
  bool begun_ = false;  // jump_ is where it goes on
  exceptions in_flight_{};
  watched_stack stack_{};
  void* top_frame_ = nullptr;  // of a context that is not running; null before it has ever run
};

/// The context of the ordinary thread that runs a world.
class host : public context {
 public:
  host() {
    stack_.adopt_current();
    begun_ = true;
  }
};

/// A context with a stack of its own, guarded by a page that may not be touched. It runs one body after another: a body
/// that has switched away for good is over, and the fiber is used again.
class fiber : public context {
 public:
  using body = void (*)(void*);

  fiber() : size_(usable + page()) {
    memory_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory_, page(), PROT_NONE);
    stack_.bottom = static_cast<char*>(memory_) + page();
    stack_.size = usable;
    stack_.create();
    ::getcontext(&registers_);
    begin_anew();
  }
  ~fiber() {
    stack_.destroy();
    ::munmap(memory_, size_);
  }

  /// What the next switch to this fiber begins.
  void prepare(body run, void* argument) {
    run_ = run;
    argument_ = argument;
  }
  /// Forgets what it is in the middle of. Nothing on its stack is destroyed.
  void abandon() {
    stack_.abandon(top_frame_);
    top_frame_ = nullptr;
    if (void* const lost = std::exchange(in_flight_, {}).caught; lost != nullptr) lost_exceptions().push_back(lost);
    begin_anew();
  }

  /// The end of the stack that a body uses first.
  [[nodiscard]] const char* top() const { return static_cast<const char*>(stack_.bottom) + usable; }
  [[nodiscard]] bool has(const char* at) const { return at >= static_cast<const char*>(stack_.bottom) && at < top(); }
  /// Fills the stack with zeros, from `below` bytes below `deepest` on. No body may be on it.
  void wipe(const char* deepest, std::size_t below) {
    if (deepest == nullptr) return;
    char* const bottom = static_cast<char*>(const_cast<void*>(stack_.bottom));
    const std::size_t unused = static_cast<std::size_t>(deepest - bottom);
    const std::size_t from = unused > below ? unused - below : 0;
    std::memset(bottom + from, 0, usable - from);
  }

 private:
  static constexpr std::size_t usable = 256 * 1024 * watched_stack::room;
  static std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

  void begin_anew() {
    begun_ = false;
    registers_.uc_stack.ss_sp = const_cast<void*>(stack_.bottom);
    registers_.uc_stack.ss_size = usable;
    ::makecontext(&registers_, &fiber::loop, 0);
  }
  static std::vector<void*>& lost_exceptions() {  // so that they do not count as leaked
    static auto& all = *new std::vector<void*>;
    return all;
  }

  [[noreturn]] static void loop() {
    fiber& self = static_cast<fiber&>(begin());
    for (;;) self.run_(self.argument_);
  }

  std::size_t size_;
  void* memory_ = nullptr;
  body run_ = nullptr;
  void* argument_ = nullptr;
};

}  // namespace weir::verify::sim

#endif
